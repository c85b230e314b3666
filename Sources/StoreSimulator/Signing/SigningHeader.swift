internal import JWS
internal import OpenSSLCrypto
internal import StrictJSON

/// The headers of signed data.
enum SigningHeader {
    /// The header under which an identity signs.
    static func value(x5c: [Certificate], isXcode: Bool) -> JSONValue {
        value(x5c: .array(x5c.map { .string(Base64.encode($0.der)) }), isXcode: isXcode)
    }

    /// The header with certificates that are encoded already, soundly or not.
    static func value(x5c: JSONValue, isXcode: Bool) -> JSONValue {
        isXcode
            ? ["kid": "Apple_Xcode_Key", "typ": "JWT", "x5c": x5c, "alg": "ES256"]
            : ["alg": "ES256", "x5c": x5c]
    }
}
