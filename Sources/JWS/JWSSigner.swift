public import OpenSSLCrypto
public import StrictJSON

/// Signs payloads by ES256 under one header.
public struct JWSSigner: Sendable {
    private let key: P256PrivateKey
    /// The encoded header and the dot after it.
    private let prefix: [UInt8]

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
    }

    /// Signs a payload.
    ///
    /// - Parameter payload: The bytes, for App Store data a JSON text.
    /// - Returns: The compact serialization.
    /// - Throws: ``JWSError``, `signing`.
    public func sign(payload: [UInt8]) throws(JWSError) -> String {
        let message = prefix + Base64URL.encodedBytes(payload[...])
        let signature: [UInt8]
        do { signature = try key.sign(message) } catch { throw .signing(error) }
        let bytes = message + [UInt8(ascii: ".")] + Base64URL.encodedBytes(signature[...])
        return String(decoding: bytes, as: UTF8.self)
    }
}
