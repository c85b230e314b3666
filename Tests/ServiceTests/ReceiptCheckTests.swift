internal import JWS
internal import OpenSSLCrypto
internal import Service
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Receipts over HTTP", .timeLimit(.minutes(30)))
struct ReceiptCheckTests {
    private let workshop: ReceiptWorkshop
    private let chain: [Certificate]
    private let folder: TemporaryFolder
    private let root: String

    init() throws {
        workshop = try ReceiptWorkshop()
        chain = try workshop.chain()
        folder = try TemporaryFolder()
        root = try folder.write("receipt-root.pem", chain[2].pem)
    }

    private func start() async throws -> TestService { try await TestService.start { $0.roots?.append(root) } }

    @Test("A genuine receipt is answered with what it proves, and nothing is stored")
    func genuine() async throws {
        let service = try await start()
        let receipt = try workshop.receipt(under: chain)
        let base64 = Base64.encode(receipt)
        for body in [receipt, Array(base64.utf8), Array("{\"receipt-data\": \"\(base64)\"}\n".utf8)] {
            let answer = try await service.ask("POST", "/v1/receipts", body: body)
            #expect(answer?.status == 200)
            #expect(
                answer?.text == """
                    {"environment":"Sandbox","bundleId":"com.example.app","applicationVersion":"1.2.3",\
                    "originalApplicationVersion":"1.0","receiptCreationDate":1780272000000,\
                    "originalTransactionIds":["2000000900000001"],\
                    "purchases":[\
                    {"productId":"com.example.app.pro.monthly","transactionId":"2000000900000001",\
                    "originalTransactionId":"2000000900000001","purchaseDate":1778414400000,\
                    "originalPurchaseDate":1778414400000,"expiresDate":1781092800000,"quantity":1,\
                    "webOrderLineItemId":"2000000000000017","isInIntroOfferPeriod":true},\
                    {"productId":"com.example.app.pro.monthly","transactionId":"2000000900000002",\
                    "originalTransactionId":"2000000900000001","purchaseDate":1778500800000,\
                    "originalPurchaseDate":1778414400000,"expiresDate":1781179200000,"quantity":1,\
                    "webOrderLineItemId":"2000000000000017","isInIntroOfferPeriod":true}]}

                    """)
        }
        let verified = try await service.ask("POST", "/v1/verify", body: Array(base64.utf8))
        #expect(verified?.json?["ok"]?.boolean == true && verified?.json?["kind"]?.string == "receipt")
        let line = try await service.ask("GET", "/v1/subscriptions/2000000900000001?environment=Sandbox")
        #expect(line?.status == 404)
        #expect(try await service.json("/v1/notifications")?["notifications"]?.elements.map { $0 } == [])
        await service.stop()
    }

    @Test("The ids of a genuine receipt are handed over where somebody asks the App Store")
    func handedOver() async throws {
        let body = try workshop.receipt(under: chain)
        let plain = try await start()
        let refused = try await plain.ask("POST", "/v1/receipts?reconcile=true", body: body)
        #expect(refused?.status == 409 && refused?.json?["code"]?.string == "reconcile.off")
        #expect(try await plain.ask("POST", "/v1/receipts?reconcile=false", body: body)?.status == 200)
        #expect(try await plain.ask("POST", "/v1/receipts?reconcile=maybe", body: body)?.status == 400)
        await plain.stop()
        let key = try folder.write("key.p8", try P256PrivateKey().pem(), mode: 0o600)
        let asking = try await TestService.start { settings in
            settings.roots?.append(root)
            var api = APISettings()
            (api.keyFile, api.keyId, api.issuerId, api.bundleId) = (key, "K", "I", "com.example.app")
            // Nobody is there, and nobody needs to be.
            api.baseURL = "http://127.0.0.1:1"
            settings.api = api
            settings.reconcile = [:]
        }
        let answer = try await asking.ask("POST", "/v1/receipts?reconcile=true", body: body)
        #expect(answer?.status == 200 && answer?.json?["handedOver"]?.number?.integer == 1)
        let damaged = try await asking.ask("POST", "/v1/receipts?reconcile=true", body: Array(body.dropLast(9)))
        #expect(damaged?.status == 400 && damaged?.json?["handedOver"] == nil)
        await asking.stop()
    }

    @Test("What proves nothing is a problem with its code")
    func refused() async throws {
        let service = try await start()
        var empty = workshop
        empty.sample.purchases = []
        var other = workshop
        other.sample.set(2, DERWriter.utf8("com.example.other"))
        let receipt = try workshop.receipt(under: chain)
        let jws = try TestSigner.shared().sign(SamplePayload.transaction())
        let cases: [(body: [UInt8], code: String)] = [
            ([], "input.empty"), (Array(" \n".utf8), "input.empty"), (Array("{}".utf8), "input.kind"),
            (Array("[\"\(Base64.encode(receipt))\"]".utf8), "input.kind"), (Array(jws.utf8), "input.kind"),
            (Array("hello".utf8), "receipt.form"), (Array("{\"receipt-data\": \"x\"}".utf8), "receipt.form"),
            (Array(receipt.dropLast(3)), "receipt.form"),
            (Array(receipt.dropLast()) + [(receipt.last ?? 0) ^ 1], "receipt.signature"),
            (try empty.receipt(under: chain), "receipt.no_purchase"),
            (try other.receipt(under: chain), "app.bundle_id"),
        ]
        for (body, code) in cases {
            let answer = try await service.ask("POST", "/v1/receipts", body: body)
            #expect(answer?.status == 400)
            #expect(answer?.json?["code"]?.string == code)
        }
        let untrusting = try await TestService.start()
        let answer = try await untrusting.ask("POST", "/v1/receipts", body: receipt)
        #expect(answer?.status == 400 && answer?.json?["code"]?.string == "receipt.untrusted")
        await untrusting.stop()
        let without = try await service.ask("POST", "/v1/verify", body: empty.receipt(under: chain))
        #expect(without?.json?["ok"]?.boolean == true)
        let large = try await service.ask("POST", "/v1/receipts", body: [UInt8](repeating: 0x61, count: 262_145))
        #expect(large?.status == 413)
        await service.stop()
    }
}
