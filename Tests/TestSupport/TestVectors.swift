package import FoundationEssentials

/// The package's own vectors, in the folder `TestVectors` beside `Tests`.
package enum TestVectors {
    /// The folder, found from where this file was compiled.
    package static let folder: URL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "TestVectors", directoryHint: .isDirectory)

    /// The bytes of a file in the folder.
    package static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }
}
