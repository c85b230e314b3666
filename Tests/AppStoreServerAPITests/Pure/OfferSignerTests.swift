import AppStoreServerAPI
import JWS
import OpenSSLCrypto
import StrictJSON
import Testing

@Suite("Signatures of offers")
struct OfferSignerTests {
    static let nonce = "6D2A8C37-3BB4-4A4E-9D0E-5A7F3F0F2B11"
    static let now: Int64 = 1_900_000_000_123

    private func payload(_ jws: String) throws -> String {
        let jws = try CompactJWS(parsing: jws)
        try ES256.verify(jws, key: try SampleClient.credentials().signingKey.publicKey)
        return String(decoding: jws.payload, as: UTF8.self)
    }

    @Test("The first version signs the fields in their order, in lower case where Apple says so")
    func version1() throws {
        let credentials = try SampleClient.credentials()
        let signature = try OfferSigner(credentials).promotionalOfferV1(
            productId: "pro", offerIdentifier: "spring", appAccountToken: "AB", nonce: Self.nonce, timestamp: Self.now)
        #expect(signature.nonce == Self.nonce.lowercased() && signature.appAccountToken == "ab")
        let text = [
            "com.example.app", "2X9R4HXF34", "pro", "spring", "ab", Self.nonce.lowercased(), "1900000000123",
        ].joined(separator: "\u{2063}")
        let der = try Base64.decode(signature.encodedSignature)
        #expect(der.first == 0x30 && Int(der[1]) == der.count - 2)
        let raw = try #require(Self.raw(der))
        try ES256.verify(message: Array(text.utf8), signature: raw, key: credentials.signingKey.publicKey)
        let nobody = try OfferSigner(credentials).promotionalOfferV1(
            productId: "pro", offerIdentifier: "spring", nonce: Self.nonce, timestamp: Self.now)
        #expect(nobody.appAccountToken == nil && nobody.json["appAccountToken"] == nil)
    }

    /// r || s out of DER, read by hand.
    static func raw(_ der: [UInt8]) -> [UInt8]? {
        var raw: [UInt8] = []
        var at = 2
        for _ in 0..<2 {
            guard at + 1 < der.count, der[at] == 2, at + 2 + Int(der[at + 1]) <= der.count else { return nil }
            let number = der[(at + 2)..<(at + 2 + Int(der[at + 1]))].drop { $0 == 0 }
            raw += [UInt8](repeating: 0, count: 32 - number.count) + number
            at += 2 + Int(der[at + 1])
        }
        return at == der.count ? raw : nil
    }

    @Test("JWS for StoreKit have Apple's claims, each with its audience")
    func claims() throws {
        let signer = OfferSigner(try SampleClient.credentials())
        func common(_ audience: String) -> String {
            """
            {"iss":"\(SampleClient.issuerId)","iat":1900000000,"aud":"\(audience)","bid":"com.example.app",\
            "nonce":"\(Self.nonce.lowercased())",
            """
        }
        let offer = try signer.promotionalOffer(
            productId: "pro", offerIdentifier: "spring", nonce: Self.nonce, now: Self.now)
        #expect(try payload(offer) == common("promotional-offer") + #""productId":"pro","offerIdentifier":"spring"}"#)
        let named = try signer.promotionalOffer(
            productId: "pro", offerIdentifier: "spring", transactionId: "7", nonce: Self.nonce, now: Self.now)
        #expect(try payload(named).hasSuffix(#","transactionId":"7"}"#))
        let eligibility = try signer.introductoryOfferEligibility(
            productId: "pro", allowIntroductoryOffer: false, transactionId: "7", nonce: Self.nonce, now: Self.now)
        #expect(
            try payload(eligibility) == common("introductory-offer-eligibility")
                + #""productId":"pro","allowIntroductoryOffer":false,"transactionId":"7"}"#)
        let request = try JSONDocument(parsing: Array(#"{"operation": "X"}"#.utf8)).root
        let commerce = try signer.advancedCommerceRequest(request, nonce: Self.nonce, now: Self.now)
        #expect(
            try payload(commerce) == common("advanced-commerce-api")
                + #""request":"eyJvcGVyYXRpb24iOiAiWCJ9"}"#)
    }

    @Test("What cannot be signed is refused")
    func mistakes() throws {
        let signer = OfferSigner(try SampleClient.credentials())
        #expect(throws: ServerAPIError.invalidRequest(RequestMistake("nonce", "is no UUID"))) {
            try signer.promotionalOffer(productId: "p", offerIdentifier: "o", nonce: "x", now: 0)
        }
        #expect(throws: ServerAPIError.invalidRequest(RequestMistake("productId", "is empty"))) {
            try signer.promotionalOffer(productId: "", offerIdentifier: "o", nonce: Self.nonce, now: 0)
        }
        #expect(throws: ServerAPIError.invalidRequest(RequestMistake("a value", "holds the separator U+2063"))) {
            try signer.promotionalOfferV1(
                productId: "p\u{2063}q", offerIdentifier: "o", nonce: Self.nonce, timestamp: 0)
        }
        let list = try JSONDocument(parsing: Array("[]".utf8)).root
        #expect(throws: ServerAPIError.invalidRequest(RequestMistake("request", "is no JSON object"))) {
            try signer.advancedCommerceRequest(list, nonce: Self.nonce, now: 0)
        }
    }
}
