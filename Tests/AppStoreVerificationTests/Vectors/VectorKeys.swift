import FoundationEssentials
import OpenSSLCrypto
import TestSupport

/// The keys behind the vectors, kept in `TestVectors/keys` so that a re-run makes the same parties speak.
///
/// They are worth nothing: no certificate that they belong to is trusted by anybody.
struct VectorKeys {
    let root: P384PrivateKey
    let intermediate: P384PrivateKey
    let leaf: P256PrivateKey
    /// Keys of somebody else, who forges what the others make.
    let foreignRoot: P384PrivateKey
    let foreignIntermediate: P384PrivateKey
    let foreignLeaf: P256PrivateKey
    let xcode: P256PrivateKey
    let foreignXcode: P256PrivateKey
    /// Keys that no chain may have; they need not be kept.
    let rsa: RefusedKey
    let p521: RefusedKey

    /// Reads the keys, and makes and keeps those that are missing.
    init() throws {
        func p384(_ name: String) throws -> P384PrivateKey {
            try VectorKeys.kept(name, read: P384PrivateKey.init(pem:), make: P384PrivateKey.init) { try $0.pem() }
        }
        func p256(_ name: String) throws -> P256PrivateKey {
            try VectorKeys.kept(name, read: P256PrivateKey.init(pem:), make: P256PrivateKey.init) { try $0.pem() }
        }
        root = try p384("root")
        intermediate = try p384("intermediate")
        leaf = try p256("leaf")
        foreignRoot = try p384("foreign-root")
        foreignIntermediate = try p384("foreign-intermediate")
        foreignLeaf = try p256("foreign-leaf")
        xcode = try p256("xcode")
        foreignXcode = try p256("foreign-xcode")
        rsa = try .rsa2048()
        p521 = try .p521()
    }

    private static func kept<Key>(
        _ name: String, read: (String) throws -> Key, make: () throws -> Key, pem: (Key) throws -> String
    ) throws -> Key {
        let file = TestVectors.folder.appending(path: "keys/worthless-\(name)-key.pem")
        if let text = try? String(contentsOf: file, encoding: .utf8) { return try read(text) }
        let key = try make()
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(try pem(key).utf8).write(to: file)
        return key
    }
}
