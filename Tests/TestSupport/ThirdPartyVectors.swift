package import FoundationEssentials

/// Vectors that others wrote; they are read where they lie and never become part of the package.
package enum ThirdPartyVectors {
    /// The folder that the environment variable STOREKEEPER_VECTORS names; `nil` when it is unset or no folder.
    package static let folder: URL? = {
        guard let path = ProcessInfo.processInfo.environment["STOREKEEPER_VECTORS"], !path.isEmpty else { return nil }
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else { return nil }
        return URL(filePath: path, directoryHint: .isDirectory)
    }()

    /// Why tests are skipped without the folder.
    package static let hint = "STOREKEEPER_VECTORS does not name a folder"

    /// The bytes of a file in the folder; none when there is no folder.
    package static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { return [] }
        return [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    /// The text of a file in the folder, without white space around it.
    package static func text(_ path: String) throws -> String {
        let bytes = try bytes(path)
        return String(decoding: bytes, as: UTF8.self).trimmingSuffixAndPrefix { $0.isWhitespace }
    }
}

extension String {
    fileprivate func trimmingSuffixAndPrefix(while isTrimmed: (Character) -> Bool) -> String {
        guard let first = firstIndex(where: { !isTrimmed($0) }), let last = lastIndex(where: { !isTrimmed($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
