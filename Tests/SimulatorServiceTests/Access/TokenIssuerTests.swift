import JWS
import OpenSSLCrypto
import SimulatorService
import StrictJSON
import Testing

@Suite("Tokens of the simulated Server API")
struct TokenIssuerTests {
    private static let now: Int64 = 1_780_000_000
    private let key: P256PrivateKey
    private let issuer: TokenIssuer

    init() throws {
        key = try P256PrivateKey()
        issuer = TokenIssuer(key: key.publicKey, keyID: "KEY", issuerID: "ISSUER", bundleID: "com.example")
    }

    private func token(
        _ changes: [String: JSONValue?] = [:], kid: String = "KEY", typ: String = "JWT", key: P256PrivateKey? = nil
    ) throws -> String {
        var claims: [String: JSONValue] = [
            "iss": "ISSUER", "iat": .integer(Self.now), "exp": .integer(Self.now + 300), "aud": "appstoreconnect-v1",
            "bid": "com.example",
        ]
        for (name, value) in changes { claims[name] = value }
        let members = claims.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
        let payload = JSONWriter().bytes(.object(members))
        return "Bearer " + (try JWSSigner(key: key ?? self.key, kid: kid, typ: typ).sign(payload: payload))
    }

    @Test("A token as Apple's libraries make it passes")
    func good() throws {
        let token = try token()
        try issuer.check(token, now: Self.now)
        try issuer.check(token, now: Self.now + 299)
        try issuer.check("bearer" + token.dropFirst(6), now: Self.now)
    }

    @Test("A token may live for an hour, not longer")
    func life() throws {
        try issuer.check(token(["exp": .integer(Self.now + 3600)]), now: Self.now)
        #expect(throws: TokenRefusal(reason: "exp is not within 60 minutes after iat")) {
            try issuer.check(token(["exp": .integer(Self.now + 3601)]), now: Self.now)
        }
        #expect(throws: TokenRefusal(reason: "exp has passed; tokens are judged by real time")) {
            try issuer.check(token(), now: Self.now + 300)
        }
    }

    @Test("A token without iat, as Apple's Python library makes it, may end within the hour from now")
    func withoutIssueDate() throws {
        let missing = ["iat": JSONValue?.none]
        try issuer.check(token(missing), now: Self.now)
        #expect(throws: TokenRefusal(reason: "exp is not within 60 minutes, and there is no iat")) {
            try issuer.check(token(missing), now: Self.now - 3361)
        }
        #expect(throws: TokenRefusal(reason: "exp has passed; tokens are judged by real time")) {
            try issuer.check(token(missing), now: Self.now + 300)
        }
    }

    @Test("Each wrong claim is named")
    func claims() throws {
        let cases: [([String: JSONValue?], String)] = [
            (["iss": "OTHER"], "iss is not the issuer id"), (["aud": "other"], "aud is not appstoreconnect-v1"),
            (["bid": "com.other"], "bid is not the app's bundle id"),
            (["iat": "soon"], "iat is not a whole number of seconds"),
            (["iat": .some(nil)], "iat is not a whole number of seconds"),
            (["exp": "soon"], "exp is not a whole number of seconds"),
            (["exp": .integer(Int64.min)], "exp is not within 60 minutes after iat"),
            (["iat": .integer(Int64.max), "exp": .integer(Int64.min)], "exp is not within 60 minutes after iat"),
            (
                ["iat": .integer(Self.now * 1000), "exp": .integer(Self.now * 1000 + 300)],
                "iat lies in the future; is it in milliseconds, or is a clock wrong?"
            ),
        ]
        for (changes, reason) in cases {
            #expect(throws: TokenRefusal(reason: reason)) { try issuer.check(token(changes), now: Self.now) }
        }
    }

    @Test("Another key, key id or type is refused")
    func header() throws {
        #expect(throws: TokenRefusal(reason: "kid is not the id of the key")) {
            try issuer.check(token(kid: "OTHER"), now: Self.now)
        }
        #expect(throws: TokenRefusal(reason: "typ is not JWT")) { try issuer.check(token(typ: "JOSE"), now: Self.now) }
        let other = try P256PrivateKey()
        #expect(throws: TokenRefusal(reason: "the signature is not by the key with that kid")) {
            try issuer.check(token(key: other), now: Self.now)
        }
    }

    @Test(
        "What is no bearer token says so",
        arguments: [
            (nil, "the Authorization field is missing"), ("", "the Authorization field is not 'Bearer TOKEN'"),
            ("Basic abc", "the Authorization field is not 'Bearer TOKEN'"),
            ("Bearer abc", "the token is not a JWS with alg ES256"),
            ("Bearer eyJhbGciOiJub25lIn0.e30.AA", "the token is not a JWS with alg ES256"),
        ])
    func form(_ authorization: String?, _ reason: String) {
        #expect(throws: TokenRefusal(reason: reason)) { try issuer.check(authorization, now: Self.now) }
    }
}
