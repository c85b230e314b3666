internal import HTTPClient
internal import Testing
internal import WebhookDelivery

@Suite("The signature of a message")
struct WebhookSignatureTests {
    private func fields(_ secrets: String, _ body: String = #"{"test": 2432232314}"#) throws -> [String: String] {
        let fields = try WebhookSignature.fields(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: Array(body.utf8),
            secrets: try WebhookSecrets(lines: Array(secrets.utf8)))
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
    }

    @Test("It is the one that the reference libraries of Standard Webhooks expect")
    func reference() throws {
        #expect(
            try fields("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") == [
                "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
                "webhook-timestamp": "1614265330",
                "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
    }

    @Test("Another body, another secret, another signature")
    func others() throws {
        let one = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        let two = "whsec_NfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        let signatures = [
            try fields(one), try fields(two), try fields(one, #"{"test": 2432232315}"#), try fields(one, ""),
        ].map { $0["webhook-signature"] }
        #expect(Set(signatures).count == 4)
    }

    @Test("Two secrets give two signatures, a space between them")
    func rotation() throws {
        let one = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        let two = "whsec_NfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        let signatures = try [one, two].map { try #require(try fields($0)["webhook-signature"]) }
        #expect(try fields("\(one)\n\(two)\n")["webhook-signature"] == signatures.joined(separator: " "))
    }
}
