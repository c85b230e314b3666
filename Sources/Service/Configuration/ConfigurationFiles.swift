internal import FoundationEssentials

/// The files that a configuration names; tests bring their own.
package struct ConfigurationFiles: Sendable {
    /// Why a file cannot be read.
    package enum Failure: Error, Hashable, Sendable {
        /// There is nothing at the path.
        case missing
        /// It is there but may not be read, or is no file.
        case unreadable
        /// It has more bytes than a file of its kind can sensibly have.
        case tooLarge
    }

    /// The bytes of a file.
    package var read: @Sendable (_ path: String) throws(Failure) -> [UInt8]
    /// The permission bits of a file, such as 0o600; nil where there is none.
    package var permissions: @Sendable (_ path: String) -> Int?

    /// Answers by two functions.
    package init(
        read: @escaping @Sendable (String) throws(Failure) -> [UInt8],
        permissions: @escaping @Sendable (String) -> Int?
    ) {
        self.read = read
        self.permissions = permissions
    }

    /// The files of this machine.
    package static let disk = ConfigurationFiles(
        read: { path throws(Failure) in
            guard let size = number(.size, of: path) else { throw .missing }
            guard size <= 4 << 20 else { throw .tooLarge }
            do { return [UInt8](try Data(contentsOf: URL(filePath: path))) } catch { throw .unreadable }
        },
        permissions: { path in number(.posixPermissions, of: path) })

    /// A number among the attributes of a file, behind symbolic links, whose own attributes mean nothing.
    private static func number(_ key: FileAttributeKey, of path: String) -> Int? {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        // The type behind `Any` depends on whether Foundation proper is loaded too; the text does not.
        return (try? FileManager.default.attributesOfItem(atPath: target))?[key].flatMap { Int("\($0)") }
    }
}

extension ConfigurationFiles.Failure: CustomStringConvertible {
    /// The rest of a sentence that begins with the file.
    package var description: String {
        switch self {
        case .missing: "does not exist"
        case .unreadable: "cannot be read"
        case .tooLarge: "is larger than 4 MiB"
        }
    }
}
