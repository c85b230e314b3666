import AppStoreModels
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("What the control interface refuses")
struct ControlStrictnessTests {
    private func refusal(
        _ sample: SampleStore, _ method: String, _ path: String, _ body: JSONValue? = nil
    ) async throws -> (status: Int, code: String, detail: String) {
        let answer = try await sample.send(method, "/control/v1/" + path, body)
        return (answer.status, answer.json?["code"]?.string ?? "", answer.json?["detail"]?.string ?? "")
    }

    @Test(
        "A body where none is read is refused, and nothing happens",
        arguments: ["clear", "reset"], [["customer": "ann"], [1], "all"] as [JSONValue])
    func body(_ path: String, _ body: JSONValue) async throws {
        let sample = try SampleStore()
        try sample.buy("coins")
        let (status, code, detail) = try await refusal(sample, "POST", path, body)
        #expect((status, code, detail) == (400, "request.body", "no body is read here; leave it out"))
        #expect(sample.session.allTransactions().count == 1)
        #expect(try await sample.send("POST", "/control/v1/" + path, [:]).status == 200)
    }

    @Test("A parameter that comes twice is refused")
    func parameters() async throws {
        let (status, code, detail) = try await refusal(
            try SampleStore(), "GET", "transactions?product=coins&customer=ann&product=lamp")
        #expect((status, code, detail) == (400, "request.parameter", "the query has \"product\" more than once"))
    }

    @Test("The refusal of a number tells both ends of its range")
    func range() async throws {
        let sample = try SampleStore()
        let (status, code, detail) = try await refusal(sample, "GET", "notifications?limit=501")
        #expect((status, code, detail) == (400, "request.parameter", "limit must be a whole number from 1 to 500"))
        #expect(
            try await refusal(sample, "GET", "notifications?after=-1").detail == "after must be a whole number from 0")
    }

    @Test("The refusal of a setting tells its name, or all names")
    func settings() async throws {
        let sample = try SampleStore()
        let (status, code, detail) = try await refusal(sample, "PATCH", "settings", ["graceDays": "three"])
        #expect((status, code, detail) == (400, "request.body", "\"graceDays\" must be a whole number"))
        let unknown = try await refusal(sample, "PATCH", "settings", ["timeRates": 1])
        #expect((unknown.status, unknown.code) == (400, "request.body"))
        #expect(unknown.detail.hasPrefix("no setting is called \"timeRates\"; there are timeRate, storefront, "))
        #expect(unknown.detail.hasSuffix(", locale, disableDialogs, failTransactionsEnabled"))
    }

    @Test("A period that does not exist names no subscription", arguments: [1, Int64.max])
    func periodsBack(_ periods: Int64) async throws {
        let sample = try SampleStore()
        try sample.buy("pro.monthly")
        let (status, code, detail) = try await refusal(
            sample, "POST", "actions", ["do": "cancel", "customer": "ann", "periodsBack": .integer(periods)])
        #expect((status, code) == (409, "action.refused"))
        #expect(detail == "no transaction found: customer \"ann\", \(periods) periods back")
        try sample.session.advance(to: SampleStore.start + 35 * SampleStore.day)
        try await sample.control("POST", "actions", ["do": "cancel", "customer": "ann", "periodsBack": 1])
    }

    @Test("An intent to buy with an offer that the product does not have is refused")
    func intent() async throws {
        let (status, code, detail) = try await refusal(
            try SampleStore(), "POST", "actions",
            ["do": "purchaseIntent", "customer": "ann", "product": "pro.monthly", "offer": "summer"])
        #expect((status, code) == (409, "action.refused"))
        #expect(detail == "the product has no offer \"summer\"")
    }

    @Test("An offer to redeem must be named", arguments: ["automatic", "none"])
    func redeeming(_ offer: String) async throws {
        let (status, code, detail) = try await refusal(
            try SampleStore(), "POST", "actions",
            ["do": "redeemOffer", "customer": "ann", "product": "pro.monthly", "offer": .string(offer)])
        #expect((status, code, detail) == (409, "action.refused", "not possible now: the offer to redeem is not named"))
    }

    @Test(
        "What notifications cannot be posted to is refused, and the way stays as it was",
        arguments: [
            "", "x", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://127.0.0.1:99999/",
            "http://user:word@127.0.0.1/", "http://127.0.0.1/a b", "http://127.0.0.1/\n", "http://127.0.0.1/\0",
        ])
    func url(_ url: String) async throws {
        let sample = try SampleStore(connect: DeliveryDesk.post)
        let (status, code, detail) = try await refusal(sample, "PUT", "delivery", ["url": .string(url)])
        #expect((status, code) == (400, "configuration.unusable"))
        #expect(detail.contains("it must be a URL such as http://127.0.0.1:8080/v1/notifications"))
        #expect(sample.store.delivery.url == nil)
        await #expect(throws: RunningSimulator.Failure.self) {
            _ = try await RunningSimulator.start(sample.store, listen: "127.0.0.1:0", notify: url)
        }
    }
}
