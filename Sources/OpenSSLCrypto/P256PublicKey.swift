internal import COpenSSL
internal import Synchronization

/// A public key on the curve P-256, for ES256 signatures.
public final class P256PublicKey: Sendable {
    let handle: EVPKeyHandle
    /// The point: the byte 4, then x, then y, 65 bytes in all (SEC 1, section 2.3.3).
    public let x963: [UInt8]
    /// How many verifications were asked for.
    let verificationCount = Atomic(0)
    /// Multiples of the point, once they are worth having.
    let table = AtomicLazyReference<P256VerificationTable>()

    /// Reads the DER of a subject public key info; explicit curve parameters are refused.
    ///
    /// - Parameter spki: The info (RFC 5280, section 4.1.2.7).
    /// - Throws: ``OpenSSLError``, also when the point is not on the curve.
    public convenience init(spki: [UInt8]) throws(OpenSSLError) {
        let kind = try PublicKeyKind(subjectPublicKeyInfo: spki)
        guard kind == .p256 else { throw .unsupportedKey(kind) }
        ERR_clear_error()
        let key = unsafe spki.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var cursor = bytes.baseAddress
            return unsafe d2i_PUBKEY(nil, &cursor, bytes.count)
        }
        guard let key = unsafe key else { throw .drainingQueue(after: "d2i_PUBKEY") }
        try unsafe self.init(adopting: key)
    }

    /// Takes over an uncompressed point.
    ///
    /// - Parameter x963: The byte 4, then x, then y, 65 bytes in all.
    /// - Throws: ``OpenSSLError``, also when the point is not on the curve.
    public convenience init(x963: [UInt8]) throws(OpenSSLError) {
        guard x963.count == 65 else { throw .length(expected: 65, found: x963.count) }
        try self.init(spki: P256PublicKey.spkiPrefix + x963)
    }

    /// Takes over affine coordinates, as a JWK has them.
    ///
    /// - Parameters:
    ///   - x: The first coordinate, 32 bytes, big endian.
    ///   - y: The second coordinate, 32 bytes, big endian.
    /// - Throws: ``OpenSSLError``, also when the point is not on the curve.
    public convenience init(x: [UInt8], y: [UInt8]) throws(OpenSSLError) {
        guard x.count == 32 else { throw .length(expected: 32, found: x.count) }
        guard y.count == 32 else { throw .length(expected: 32, found: y.count) }
        try self.init(x963: [4] + x + y)
    }

    /// Takes over a reference to a key that is known to be on the named curve P-256.
    init(adopting key: OpaquePointer) throws(OpenSSLError) {
        let handle = unsafe EVPKeyHandle(adopting: key)
        let point = try handle.uncompressedPoint()
        // A compressed point in the info (RFC 5480, section 2.2) comes out compressed.
        x963 = point.count == 65 ? point : try P256Point.uncompressed(point)
        self.handle = handle
    }

    /// The key as a subject public key info in DER.
    public var spki: [UInt8] { P256PublicKey.spkiPrefix + x963 }

    /// The key as PEM (`PUBLIC KEY`).
    public var pem: String { PEM.text(label: "PUBLIC KEY", der: spki) }

    /// What precedes the point in a subject public key info: the lengths, id-ecPublicKey and prime256v1.
    private static let spkiPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}

extension P256PublicKey: Hashable {
    /// Compares the points.
    public static func == (left: P256PublicKey, right: P256PublicKey) -> Bool { left.x963 == right.x963 }

    /// Hashes the point.
    public func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}
