public import OpenSSLCrypto
public import StrictJSON

/// Signs payloads by ES256 under one header.
public struct JWSSigner: Sendable {
    private let key: P256PrivateKey
    /// The encoded header and the dot after it.
    private let prefix: [UInt8]
    /// The digest begun with the prefix, which with a chain in it is longer than most payloads.
    private let prefixHash: SHA256

    /// Signs as the App Store does, with the chain in the header.
    ///
    /// - Parameters:
    ///   - key: The leaf's key.
    ///   - x5c: The chain, leaf first.
    public init(key: P256PrivateKey, x5c: [Certificate]) {
        let certificates = x5c.map { JSONValue.string(Base64.encode($0.der)) }
        self.init(key: key, header: ["alg": "ES256", "x5c": .array(certificates)])
    }

    /// Signs as clients of the App Store Server API do, with the key's name in the header.
    ///
    /// - Parameters:
    ///   - key: The key, from App Store Connect.
    ///   - kid: The key's identifier there.
    ///   - typ: The media type.
    public init(key: P256PrivateKey, kid: String, typ: String = "JWT") {
        self.init(key: key, header: ["alg": "ES256", "kid": .string(kid), "typ": .string(typ)])
    }

    /// Signs under any header, sound or not; verifiers are tested with the latter.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - header: The header, whose members are written as given.
    public init(key: P256PrivateKey, header: JSONValue) {
        self.key = key
        prefix = Base64URL.encodedBytes(JSONWriter().bytes(header)[...]) + [UInt8(ascii: ".")]
        var hash = SHA256()
        hash.update(prefix)
        prefixHash = hash
    }

    /// Signs a payload.
    ///
    /// - Parameter payload: The bytes, for App Store data a JSON text.
    /// - Returns: The compact serialization.
    /// - Throws: ``JWSError``, `signing`.
    public func sign(payload: [UInt8]) throws(JWSError) -> String {
        var jws: [UInt8] = []
        try sign(payload: payload[...], appendingTo: &jws)
        return String(decoding: jws, as: UTF8.self)
    }

    /// Signs a payload into a buffer, such as a payload around it.
    ///
    /// - Parameters:
    ///   - payload: The bytes, for App Store data a JSON text.
    ///   - jws: What the compact serialization, ASCII, is appended to.
    /// - Throws: ``JWSError``, `signing`; then nothing was appended.
    public func sign(payload: ArraySlice<UInt8>, appendingTo jws: inout [UInt8]) throws(JWSError) {
        let encoded = Base64URL.encodedBytes(payload)
        var hash = prefixHash
        hash.update(encoded)
        let signature: [UInt8]
        do { signature = try key.sign(digest: hash.finish()) } catch { throw .signing(error) }
        jws.append(contentsOf: prefix)
        jws.append(contentsOf: encoded)
        jws.append(UInt8(ascii: "."))
        jws.append(contentsOf: Base64URL.encodedBytes(signature[...]))
    }

    /// What is signed for a payload: the encoded header, a dot, the encoded payload (RFC 7515, section 5.1).
    ///
    /// - Parameter payload: The bytes.
    /// - Returns: The signing input, ASCII.
    public func signingInput(for payload: [UInt8]) -> [UInt8] { prefix + Base64URL.encodedBytes(payload[...]) }
}
