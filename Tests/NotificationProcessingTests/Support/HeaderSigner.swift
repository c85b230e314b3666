import JWS
import OpenSSLCrypto
import StrictJSON

/// Signs under a header that is given, sound or not.
struct HeaderSigner {
    let key: P256PrivateKey
    let header: JSONValue

    func sign(_ payload: JSONValue) throws -> String {
        try JWSSigner(key: key, header: header).sign(payload: JSONWriter().bytes(payload))
    }
}
