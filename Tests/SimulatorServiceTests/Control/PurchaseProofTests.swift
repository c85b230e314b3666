import AppStoreModels
import JWS
import OpenSSLCrypto
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("Purchases with what an app's server signed")
struct PurchaseProofTests {
    private static let nonce = "0f6c8a52-7a3e-4c53-9c5b-6d1d6f7a8b90"
    private static let now = SampleStore.realTime
    private let session: SimulatorSession
    private let sample: SampleStore

    init() throws {
        let month = CalendarDuration(months: 1)
        var monthly = CatalogProduct(id: "pro.monthly", groupID: "G1", level: 2, period: month, price: 9_990)
        monthly.introductoryOffer = CatalogOffer(paymentMode: .freeTrial, period: month)
        monthly.promotionalOffers = [
            CatalogOffer(id: "less", paymentMode: .payAsYouGo, period: month, periodCount: 3, price: 4_990)
        ]
        sample = try SampleStore(catalog: ProductCatalog([monthly]))
        session = sample.session
    }

    private func signed(
        _ audience: String, _ claims: [String: JSONValue?], kid: String? = nil, key: P256PrivateKey? = nil
    ) throws -> JSONValue {
        let credentials = sample.store.credentials
        var all: [String: JSONValue] = [
            "iss": .string(credentials.issuerID), "bid": .string(credentials.bundleID), "aud": .string(audience),
            "iat": .integer(Self.now / 1000), "nonce": .string(Self.nonce),
        ]
        for (name, value) in claims { all[name] = value }
        let payload = JSONWriter().bytes(.object(all.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }))
        let signer = JWSSigner(key: key ?? credentials.key, kid: kid ?? credentials.keyID, typ: "JWT")
        return .string(try signer.sign(payload: payload))
    }

    /// The members of a signature of the first version, over texts that may differ from what is handed over.
    private func firstVersion(
        product: String = "pro.monthly", account: String = "", nonce: String = nonce, timestamp: Int64 = now
    ) throws -> JSONValue {
        let credentials = sample.store.credentials
        let text = [credentials.bundleID, credentials.keyID, product, "less", account, nonce, String(timestamp)]
            .joined(separator: "\u{2063}")
        return [
            "offerID": "less", "keyID": .string(credentials.keyID), "nonce": .string(nonce),
            "signature": .string(Base64.encode(try credentials.key.signDER(Array(text.utf8)))),
            "timestamp": .integer(timestamp),
        ]
    }

    private func buy(_ members: JSONValue) async throws -> SampleAnswer {
        var body: JSONValue = ["customer": "ann", "product": "pro.monthly"]
        if case .object(let members) = members { for member in members { body[member.name] = member.value } }
        return try await sample.send("POST", "/control/v1/purchases", body)
    }

    /// Why a purchase was refused; nil when it was not.
    private func refusal(_ members: JSONValue) async throws -> String? {
        let count = try session.inspect { world throws(SessionError) in world.transactions(ofCustomer: "ann").count }
        let answer = try await buy(members)
        if answer.status == 200 { return nil }
        #expect(answer.status == 409 && answer.json?["code"]?.string == "offer.signature")
        #expect(
            try session.inspect { world throws(SessionError) in world.transactions(ofCustomer: "ann").count } == count)
        return answer.json?["detail"]?.string
    }

    @Test("A promotional offer with a signature of the first version is bought, for the account it was signed for")
    func firstVersionAccepted() async throws {
        let account = "2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"
        #expect(try await buy([:]).status == 200)
        #expect(try await refusal(["promotionalOffer": firstVersion()]) == nil)
        #expect(
            try await refusal([
                "promotionalOffer": firstVersion(account: account),
                "appAccountToken": .string(account.uppercased()),
            ]) == nil)
        let queued = try session.inspect { world throws(SessionError) in
            world.subscriptions(ofCustomer: "ann").first?.renewalInfo.offer?.identifier
        }
        #expect(queued == "less")
    }

    @Test("A signature of the first version over anything else is refused")
    func firstVersionRefused() async throws {
        #expect(try await buy([:]).status == 200)
        let other =
            "the signature is not by the key with that id, or over another app, product, offer, account, nonce "
            + "or timestamp"
        #expect(try await refusal(["promotionalOffer": firstVersion(product: "pro.yearly")]) == other)
        #expect(try await refusal(["promotionalOffer": firstVersion(account: "somebody")]) == other)
        for (name, value) in [
            ("offerID", "more"), ("nonce", "1f6c8a52-7a3e-4c53-9c5b-6d1d6f7a8b90"),
            ("timestamp", .integer(Self.now - 1)),
        ] as [(String, JSONValue)] {
            var proof = try firstVersion()
            proof[name] = value
            #expect(try await refusal(["promotionalOffer": proof]) == other, "\(name)")
        }
        for (name, value, reason) in [
            ("keyID", "OTHER", "keyID is not the id of the key"), ("nonce", "1", "nonce is no UUID"),
            ("signature", "MAYCAQECAQE", "the signature is no ECDSA signature in base64"),
            ("signature", "MAYCAQECAQEA", "the signature is no ECDSA signature in base64"),
            ("offerID", "less\u{2063}", "a value holds the separator U+2063"),
        ] as [(String, JSONValue, String)] {
            var proof = try firstVersion()
            proof[name] = value
            #expect(try await refusal(["promotionalOffer": proof]) == reason, "\(name)")
        }
        #expect(
            try await refusal(["promotionalOffer": firstVersion(timestamp: Self.now - 86_400_000)])
                == "timestamp is more than 24 hours ago")
        #expect(try await refusal(["promotionalOffer": firstVersion(timestamp: Self.now - 86_399_999)]) == nil)
        #expect(
            try await refusal(["promotionalOffer": firstVersion(timestamp: Self.now + 60_001)])
                == "timestamp lies in the future")
    }

    @Test("A promotional offer in a JWS is bought, and refused for another product, offer, customer, app or key")
    func promotionalOffer() async throws {
        let bought = try await buy([:])
        let id = try #require(
            bought.json?["events"]?.all.compactMap { $0["transaction"]?["transactionId"]?.string }.first)
        let claims: [String: JSONValue?] = [
            "productId": "pro.monthly", "offerIdentifier": "less", "transactionId": .string(id),
        ]
        func refusal(
            _ changes: [String: JSONValue?] = [:], audience: String = "promotional-offer", kid: String? = nil,
            key: P256PrivateKey? = nil
        ) async throws -> String? {
            let jws = try signed(audience, claims.merging(changes) { $1 }, kid: kid, key: key)
            return try await self.refusal(["promotionalOffer": ["offerID": "less", "compactJWS": jws]])
        }
        #expect(try await refusal() == nil)
        #expect(try await refusal(["transactionId": JSONValue?.none]) == nil)
        let cases: [(String, JSONValue?, String)] = [
            ("productId", "pro.yearly", "productId is not \"pro.monthly\""),
            ("offerIdentifier", "more", "offerIdentifier is not \"less\""),
            ("transactionId", "7", "transactionId is no transaction of the customer's"),
            ("transactionId", 7, "transactionId is no transaction of the customer's"),
            ("iss", "other", "iss is not \"\(sample.store.credentials.issuerID)\""),
            ("bid", "com.example.other", "bid is not \"com.example.app\""), ("nonce", nil, "nonce is no UUID"),
            ("iat", nil, "iat is not a whole number of seconds"),
            (
                "iat", .integer(Self.now),
                "iat lies in the future; is it in milliseconds, or is a clock wrong?"
            ),
        ]
        for (name, value, reason) in cases { #expect(try await refusal([name: value]) == reason, "\(name)") }
        #expect(try await refusal(audience: "appstoreconnect-v1") == "aud is not \"promotional-offer\"")
        #expect(try await refusal(kid: "OTHER") == "kid is not the id of the key")
        #expect(
            try await refusal(key: try P256PrivateKey()) == "the signature is not by the key with that kid")
    }

    @Test("A granted introductory offer is given a second time, and a denied one not even the first time")
    func introductoryOffer() async throws {
        _ = try session.perform(.downloadApp(customer: "ann", version: nil, platform: nil))
        let id = try #require(
            try session.inspect { world throws(SessionError) in world.appTransaction(ofCustomer: "ann")?.id })
        func eligibility(_ isAllowed: JSONValue, of id: JSONValue?) throws -> JSONValue {
            let jws = try signed(
                "introductory-offer-eligibility",
                ["productId": "pro.monthly", "allowIntroductoryOffer": isAllowed, "transactionId": id])
            return ["introductoryOfferEligibility": ["compactJWS": jws]]
        }
        func offer() throws -> OfferType? {
            try session.inspect { world throws(SessionError) in world.transactions(ofCustomer: "ann").last?.offer?.type
            }
        }
        #expect(try await refusal(eligibility(false, of: .string(id))) == nil)
        #expect(try offer() == nil)
        for _ in 1...2 {
            try session.perform(.expire(.purchase(customer: "ann", product: nil, periodsBack: 0)))
            #expect(try await refusal(eligibility(true, of: .string(id))) == nil)
            #expect(try offer() == .introductory)
        }
        #expect(try await refusal(eligibility(true, of: nil)) == "transactionId is missing")
        #expect(
            try await refusal(eligibility("yes", of: .string(id))) == "allowIntroductoryOffer is neither true nor false"
        )
    }

    @Test("An Advanced Commerce request is read before the product is bought")
    func advancedCommerce() async throws {
        func proof(_ request: JSONValue?) throws -> JSONValue {
            ["advancedCommerce": ["compactJWS": try signed("advanced-commerce-api", ["request": request])]]
        }
        let request = Base64.encode(Array(#"{"operation":"CREATE_SUBSCRIPTION","version":"1"}"#.utf8))
        #expect(try await refusal(proof(.string(request))) == nil)
        for wrong in ["e30", "", "W10=", nil] as [String?] {
            #expect(
                try await refusal(proof(wrong.map(JSONValue.string))) == "request is no JSON object in base64")
        }
    }

    @Test("A body that is not what it must be is refused as such")
    func bodies() async throws {
        let jws = try signed("promotional-offer", [:])
        for body: JSONValue in [
            ["promotionalOffer": "less"], ["promotionalOffer": ["offerID": "less"]],
            ["promotionalOffer": ["compactJWS": jws]], ["promotionalOffer": ["offerID": 1, "compactJWS": jws]],
            ["introductoryOfferEligibility": ["compactJWS": jws], "advancedCommerce": ["compactJWS": jws]],
            ["advancedCommerce": ["compactJWS": jws, "offerID": "less"]], ["quantity": "2"], ["offer": "none"],
            ["customer": 5],
        ] {
            let answer = try await buy(body)
            #expect(answer.status == 400 && answer.json?["code"]?.string == "request.body")
        }
    }
}
