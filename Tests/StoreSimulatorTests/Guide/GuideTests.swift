import FoundationEssentials
import Testing
import TestSupport

/// The page for new users and the code that is compiled and run here are the same text.
@Suite("The page on testing with the simulator")
struct GuideTests {
    private static let package = TestVectors.folder.deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: package.appending(path: path)), as: UTF8.self)
    }

    /// The blocks of Swift on the page.
    private static func blocks() throws -> [String] {
        try text("docs/testing-with-the-simulator.md").split(separator: "```swift\n").dropFirst().map { part in
            String(part.prefix(upTo: part.firstRange(of: "```")?.lowerBound ?? part.endIndex))
        }
    }

    @Test("The code on the page is the code that is run")
    func code() throws {
        let blocks = try Self.blocks()
        #expect(blocks.count == 3)
        for (name, block) in zip(["Webhook", "WebhookTests"], blocks.dropFirst()) {
            #expect(try Self.text("Tests/StoreSimulatorTests/Guide/\(name).swift") == block, "\(name).swift")
        }
    }

    @Test("The package on the page asks for library products that there are")
    func products() throws {
        let manifest = try Self.text("Package.swift")
        let names = try #require(try Self.blocks().first).split(separator: ".product(name: \"").dropFirst().map {
            $0.prefix { $0 != "\"" }
        }
        #expect(names.count == 3)
        for name in names { #expect(manifest.contains(".library(name: \"\(name)\""), "\(name)") }
    }
}
