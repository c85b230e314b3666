internal import StrictJSON
internal import TestSupport

/// Signed notifications about one subscription, told apart by day: day 0 is when the samples were signed.
struct TestLife {
    let signer: TestSigner
    var environment = "Production"
    var token: String? = "b2d6a7a5-0000-4000-8000-00000000beef"

    static let day: Int64 = 86_400_000

    /// The instant of a day.
    static func instant(_ day: Int64) -> Int64 { SamplePayload.signedDate + day * TestLife.day }

    /// A period that begins and is signed on a day and lasts thirty.
    func transaction(period number: Int, day: Int64, _ changes: JSONValue = [:]) -> JSONValue {
        SamplePayload.transaction(
            [
                "transactionId": .string("200000090000000\(number)"),
                "webOrderLineItemId": .string("200000080000000\(number)"),
                "purchaseDate": .integer(TestLife.instant(day)),
                "expiresDate": .integer(TestLife.instant(day + 30)),
                "signedDate": .integer(TestLife.instant(day)),
                "transactionReason": number == 1 ? "PURCHASE" : "RENEWAL",
                "appAccountToken": token.map(JSONValue.string) ?? .null,
            ], environment: environment
        ).replacing(changes)
    }

    /// A notification about it.
    func notification(
        _ type: String, uuid: String, day: Int64, transaction: JSONValue, renewalInfo: JSONValue = [:], status: Int = 1
    ) throws -> String {
        let date: JSONValue = .integer(TestLife.instant(day))
        return try signer.sign(
            notification: SamplePayload.notification(
                type, ["notificationUUID": .string(uuid), "signedDate": date], data: ["status": .integer(status)],
                environment: environment),
            transaction: transaction,
            renewalInfo: SamplePayload.renewalInfo(["signedDate": date], environment: environment)
                .replacing(renewalInfo))
    }

    /// Bought on day 0.
    func bought() throws -> String {
        try notification("SUBSCRIBED", uuid: "bought", day: 0, transaction: transaction(period: 1, day: 0))
    }

    /// Renewed on day 30.
    func renewed() throws -> String {
        try notification("DID_RENEW", uuid: "renewed", day: 30, transaction: transaction(period: 2, day: 30))
    }

    /// The second period refunded on day 40.
    func refunded() throws -> String {
        let changes: JSONValue = [
            "revocationDate": .integer(TestLife.instant(40)), "revocationReason": 0,
            "signedDate": .integer(TestLife.instant(40)),
        ]
        return try notification(
            "REFUND", uuid: "refunded", day: 40, transaction: transaction(period: 2, day: 30, changes), status: 5)
    }
}
