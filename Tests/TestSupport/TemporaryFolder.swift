internal import FoundationEssentials

/// A folder that is gone with the value.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let path: String

    /// Makes a folder.
    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "storekeeper-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder, which need not exist.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file that only its owner can read, and returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o600) throws -> String {
        let file = file(name)
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    /// Writes a text into a file that only its owner can read, and returns its path.
    @discardableResult
    package func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        try write(name, Array(text.utf8), mode: mode)
    }

    /// The bytes of a file in the folder; none when there is no such file.
    package func bytes(_ name: String) -> [UInt8] {
        (try? Data(contentsOf: URL(filePath: file(name)))).map { [UInt8]($0) } ?? []
    }

    /// The text of a file in the folder.
    package func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

    /// The permission bits of a file in the folder, or of the folder itself.
    package func mode(_ name: String = ".") -> Int? {
        // The type behind `Any` depends on whether Foundation proper is loaded too; the text does not.
        (try? FileManager.default.attributesOfItem(atPath: file(name)))?[.posixPermissions].flatMap { Int("\($0)") }
    }
}
