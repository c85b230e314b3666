import AppStoreServerAPI
import JWS
import OpenSSLCrypto
import StrictJSON
import Testing

@Suite("Keys and tokens")
struct TokenTests {
    @Test("A token has the claims that Apple wants, and the key's signature")
    func claims() throws {
        let credentials = try SampleClient.credentials()
        let token = try ServerAPIToken(signedBy: credentials, now: 1_900_000_000_999)
        let jws = try CompactJWS(parsing: token.text)
        try ES256.verify(jws, key: credentials.signingKey.publicKey)
        #expect(
            String(decoding: try jws.headerBytes(), as: UTF8.self)
                == #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#)
        #expect(
            String(decoding: jws.payload, as: UTF8.self) == """
                {"iss":"\(SampleClient.issuerId)","iat":1900000000,"exp":1900000300,"aud":"appstoreconnect-v1",\
                "bid":"com.example.app"}
                """)
    }

    @Test("A .p8 file is read, and what is no such file is told apart")
    func p8() throws {
        let key = try P256PrivateKey()
        let text = try key.pem()
        func read(_ text: String) throws(SigningCredentialsError) -> SigningCredentials {
            try SigningCredentials(p8: Array(text.utf8), keyId: "K", issuerId: "I", bundleId: "B")
        }
        #expect(try read(text).signingKey.publicKey == key.publicKey)
        #expect(throws: SigningCredentialsError.otherKind(.p384)) { try read(try P384PrivateKey().pem()) }
        #expect(throws: SigningCredentialsError.noKey) { try read("") }
        #expect(throws: SigningCredentialsError.noKey) { try read(text + String(repeating: " ", count: 16_384)) }
        #expect(throws: SigningCredentialsError.encrypted) {
            try read("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----\n")
        }
        #expect(throws: SigningCredentialsError.unreadable) {
            try read("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
        }
        #expect(throws: SigningCredentialsError.missing(name: "issuerId")) {
            try SigningCredentials(p8: Array(text.utf8), keyId: "K", issuerId: "", bundleId: "B")
        }
    }

    @Test("Neither a key nor a token is in any description")
    func secrecy() throws {
        let credentials = try SampleClient.credentials()
        let token = try ServerAPIToken(signedBy: credentials, now: 1_900_000_000_000)
        var dumped = "\(credentials) \(String(reflecting: credentials)) \(token) \(String(reflecting: token)) "
        dump(credentials, to: &dumped)
        dump(token, to: &dumped)
        let lines = try credentials.signingKey.pem().split(separator: "\n").filter { !$0.hasPrefix("-----") }
        for secret in lines.map(String.init) + ["eyJ"] { #expect(!dumped.contains(secret)) }
        #expect(dumped.contains("2X9R4HXF34"))
    }

    @Test("A token is used until a minute before its end, and one from the future is not")
    func caching() async throws {
        let clock = ManualClock()
        let transport = FakeTransport([FakeTransport.status(200)])
        let client = try SampleClient.make(transport, clock: clock) { $0.keepsLimits = false }
        func token() async throws -> String {
            _ = try await client.finishTransaction(transactionId: "1")
            return try #require(transport.requests.last?.fields.first { $0.name == "Authorization" }?.value)
        }
        let first = try await token()
        #expect(first.hasPrefix("Bearer eyJ"))
        clock.move(by: 239_000)
        #expect(try await token() == first)
        clock.move(by: 1000)
        let second = try await token()
        #expect(second != first)
        clock.move(by: -300_000)
        #expect(try await token() != second)
    }

    @Test("A token that was refused is not used again")
    func refused() async throws {
        let transport = FakeTransport([FakeTransport.status(401), FakeTransport.status(200)])
        let client = try SampleClient.make(transport)
        _ = await failure { () throws(ServerAPIError) in try await client.finishTransaction(transactionId: "1") }
        _ = try await client.finishTransaction(transactionId: "1")
        let tokens = transport.requests.compactMap { $0.fields.first { $0.name == "Authorization" }?.value }
        #expect(tokens.count == 2 && Set(tokens).count == 2)
    }
}
