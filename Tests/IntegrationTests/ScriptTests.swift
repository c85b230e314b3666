internal import FoundationEssentials
internal import TestSupport
internal import Testing

@Suite("scripts and README", .timeLimit(.minutes(30)))
struct ScriptTests {
    static let root = TestVectors.folder.deletingLastPathComponent()

    /// The names of the files in `scripts` that bash runs.
    static let scripts: [String] = {
        let folder = root.appending(path: "scripts").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { text("scripts/\($0)").hasPrefix("#!") }
    }()

    private static func text(_ path: String) -> String {
        let bytes = try? Data(contentsOf: root.appending(path: path))
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    @Test("The scripts that people are told of are there")
    func names() {
        #expect(Set(Self.scripts).isSuperset(of: ["run", "test", "check", "format", "sanitize", "kill-test", "soak"]))
    }

    @Test("Each script is sound bash that stops at the first error, and explains itself", arguments: scripts)
    func script(_ name: String) async throws {
        let file = Self.root.appending(path: "scripts/\(name)").path
        let lines = Self.text("scripts/\(name)").split(separator: "\n")
        #expect(lines.first == "#!/usr/bin/env bash" && lines.contains("set -euo pipefail"))
        let syntax = try await Storekeeper.bash(#"bash -n "$1""#, file)
        #expect(syntax.status == 0 && syntax.output.isEmpty && syntax.error.isEmpty)
        for flag in ["--help", "-h"] {
            // From another folder, as people may call it; nothing may be installed or built for it.
            let help = try await Storekeeper.bash(#"cd / && PATH=/usr/bin:/bin "$1" "$2""#, file, flag)
            #expect(help.status == 0 && help.error.isEmpty && help.output.hasPrefix("usage: scripts/\(name)"))
        }
    }

    /// The command lines for `storekeeper` in the code blocks of the README.
    private func commandLines() -> [[String]] {
        var isCode = false
        var found: [[String]] = []
        for line in Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode {
                let words = line.drop { $0 == "$" || $0 == " " }.split(separator: " ").map(String.init)
                if words.first == "storekeeper" { found.append(Array(words.dropFirst())) }
            }
        }
        return found
    }

    @Test("Commands and flags that the README names exist")
    func readme() async throws {
        let lines = commandLines()
        #expect(lines.count >= 8)
        for line in lines {
            let command = line.prefix { $0.first?.isLowercase == true && !$0.contains(".") }
            var words = Array(command.prefix(1))
            let groups = ["authority", "simulate", "store", "deliveries", "api"]
            // What is signed is a word of the one command, or the name of a command of its own.
            let isOffer = words.first == "sign" && command.dropFirst().first?.contains("-offer") == true
            if isOffer || words.first.map(groups.contains) ?? false { words = Array(command.prefix(2)) }
            let help = try await Storekeeper.run(["help"] + words)
            #expect(help.status == 0, "storekeeper \(words.joined(separator: " "))")
            for flag in line.prefix(while: { $0 != "|" && $0 != "#" }) where flag.hasPrefix("--") {
                #expect(help.output.contains("\n  \(flag)"), "storekeeper \(words.joined(separator: " ")) \(flag)")
            }
        }
        let readme = Self.text("README.md")
        for (command, _) in OverviewTests.contract where command != "completion" {
            let isNamed = readme.contains("storekeeper \(command)")
            #expect(isNamed, "\(command)")
        }
    }

    @Test("Local links of the README lead somewhere")
    func links() {
        let readme = Self.text("README.md")
        let targets = readme.split(separator: "](").dropFirst().compactMap { $0.split(separator: ")").first }
        for target in targets where !target.contains("://") && !target.hasPrefix("#") {
            #expect(!Self.text(String(target)).isEmpty, "\(target)")
        }
    }
}
