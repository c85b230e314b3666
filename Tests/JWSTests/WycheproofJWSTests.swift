import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport
import Testing

/// Keys as RFC 7517 writes them; the product has no use for them, only vectors have.
enum JSONWebKey {
    static func p256(_ jwk: JSONNode) throws -> P256PublicKey {
        let x = try #require(jwk["x"]?.string)
        let y = try #require(jwk["y"]?.string)
        return try P256PublicKey(x: Base64URL.decode(x), y: Base64URL.decode(y))
    }
}

@Suite(.enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
struct WycheproofJWSTests {
    /// Vectors about the metadata of a JWK (`use`, `key_ops`), which is never looked at here.
    private let metadata: Set<String> = ["354", "356"]

    @Test("Every ES256 vector gets its answer")
    func es256() throws {
        let bytes = try ThirdPartyVectors.bytes("wycheproof/json_web_signature_test.json")
        let document = try JSONDocument(parsing: bytes)
        var passed = 0
        for group in try #require(document.root["testGroups"]).elements {
            guard let jwk = group["public"], jwk["crv"]?.string == "P-256" else { continue }
            let key = try JSONWebKey.p256(jwk)
            for test in try #require(group["tests"]).elements {
                let id = try #require(test["tcId"]?.number?.text)
                guard !metadata.contains(id) else { continue }
                let text = try #require(test["jws"]?.string)
                #expect(accepts(text, key) == (test["result"]?.string == "valid"), "vector \(id)")
                passed += 1
            }
        }
        #expect(passed == 39)
    }

    @Test("No vector for another algorithm is accepted under an ES256 key")
    func others() throws {
        let bytes = try ThirdPartyVectors.bytes("wycheproof/json_web_signature_test.json")
        let document = try JSONDocument(parsing: bytes)
        let key = try P256PrivateKey().publicKey
        for group in try #require(document.root["testGroups"]).elements {
            for test in try #require(group["tests"]).elements {
                let id = try #require(test["tcId"]?.number?.text)
                #expect(!accepts(test["jws"]?.string ?? "", key), "vector \(id)")
            }
        }
    }

    private func accepts(_ text: String, _ key: P256PublicKey) -> Bool {
        do {
            let jws = try CompactJWS(parsing: text)
            _ = try jws.header()
            try ES256.verify(jws, key: key)
            return true
        } catch {
            return false
        }
    }
}
