internal import StoreKitConfiguration
internal import StrictJSON

/// A file with products and settings: Xcode's `.storekit`, or the short form that is written by hand.
struct ConfigurationFile {
    /// The name for people.
    let name: String
    /// What is in it.
    let configuration: StoreConfiguration

    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: A problem that names the file and the place in it.
    init(_ path: String, io: CommandIO) throws(CommandError) {
        try self.init(try io.contents(of: path), name: path)
    }

    /// Reads the bytes of a file.
    init(_ bytes: [UInt8], name path: String) throws(CommandError) {
        name = InputResolver.name(path)
        do throws(StoreConfigurationError) {
            configuration =
                Self.isShortForm(bytes, path)
                ? try StoreConfiguration(parsingShortForm: bytes) : try StoreConfiguration(parsing: bytes)
        } catch {
            throw .misconfigured([Problem("\(name): \(error.description)", apart: ())])
        }
    }

    /// Members that Xcode's files have and the short form has not.
    private static let marks = ["version", "identifier", "subscriptionGroups", "nonRenewingSubscriptions"]

    /// The ending decides, then the members; what is no JSON is told of by the reader of Xcode's files.
    private static func isShortForm(_ bytes: [UInt8], _ path: String) -> Bool {
        if path.hasSuffix(".storekit") { return false }
        guard let root = try? JSONDocument(parsing: bytes).root, root.kind == .object else { return false }
        return !marks.contains { root[$0] != nil }
    }
}

extension Problem {
    /// A description whose second line, where there is one, is the hint.
    init(_ description: String, apart: Void) {
        let lines = description.split(separator: "\n", maxSplits: 1).map(String.init)
        self.init(lines.first ?? "", hint: lines.count > 1 ? lines[1] : nil)
    }
}
