import AppStoreModels
import Entitlements
import StrictJSON
import Testing

@Suite("Statements from payloads")
struct StatementPayloadTests {
    private let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")

    private func statement(_ kind: FactKind, _ text: String, id: String = "1") throws(StatementError) -> Statement {
        try Statement(kind: kind, id: id, payload: Array(text.utf8))
    }

    @Test("A transaction says what its payload says")
    func transaction() throws {
        let text = """
            {"transactionId":"12","originalTransactionId":"1","webOrderLineItemId":"w","type":"Auto-Renewable Subscription",
            "productId":"p","subscriptionGroupIdentifier":"g","purchaseDate":1697679936049.7297,"expiresDate":2e12,
            "revocationDate":5,"revocationPercentage":50000,"isUpgraded":true,"transactionReason":"RENEWAL",
            "inAppOwnershipType":"FAMILY_SHARED","appAccountToken":"AAAAAAAA-0000-4000-8000-00000000000A",
            "appTransactionId":"7","signedDate":9}
            """
        let expected = TransactionStatement(
            transactionId: "12", originalTransactionId: "1", webOrderLineItemId: "w",
            type: "Auto-Renewable Subscription", productId: "p", subscriptionGroupIdentifier: "g",
            purchaseDate: 1_697_679_936_049, expiresDate: 2_000_000_000_000, revocationDate: 5,
            revocationPercentage: 50_000, isUpgraded: true, transactionReason: "RENEWAL",
            inAppOwnershipType: "FAMILY_SHARED", appAccountToken: "aaaaaaaa-0000-4000-8000-00000000000a",
            appTransactionId: "7")
        #expect(try statement(.transaction, text) == .transaction(expected))
        #expect(expected.lineId == "1")
        let payload = try JWSTransactionDecodedPayload(JSONDocument(parsing: Array(text.utf8)).root)
        let version = try #require(FactVersion(payload, scope: scope, digest: TestDigest.zero, enclosingDate: 3))
        #expect(version.identity == FactIdentity(scope: scope, kind: .transaction, id: "12"))
        #expect(version.date == 9)
    }

    @Test(
        "A prorated refund of Advanced Commerce is partial by its items' amounts, a full one is not",
        arguments: [
            (
                "REFUND_PRORATED", #"{"items":[{"price":9000,"refunds":[{"refundAmount":3000}]},{"price":1000}]}"#,
                30_000
            ),
            ("REFUND_PRORATED", #"{"items":[{"price":1000,"refunds":[{"refundAmount":1000}]}]}"#, 99_999),
            ("REFUND_PRORATED", #"{"items":[{"price":9223372036854775807},{"price":1}]}"#, 99_999),
            ("REFUND_PRORATED", #"{"items":[{"price":1,"refunds":[{"refundAmount":9223372036854775807}]}]}"#, 99_999),
            ("REFUND_PRORATED", #"{"items":[{"price":5,"refunds":[{"refundAmount":-5}]}]}"#, 0),
            ("REFUND_PRORATED", "{}", 99_999),
            ("REFUND_FULL", #"{"items":[{"price":1000,"refunds":[{"refundAmount":1000}]}]}"#, nil),
        ])
    func refundedShare(_ type: String, _ info: String, _ share: Int?) throws {
        let text = """
            {"transactionId":"1","revocationDate":5,"revocationType":"\(type)","advancedCommerceInfo":\(info)}
            """
        guard case .transaction(let says) = try statement(.transaction, text) else {
            Issue.record("not a transaction")
            return
        }
        #expect(says.revocationPercentage == share)
    }

    @Test("A renewal info says what its payload says")
    func renewalInfo() throws {
        let text = """
            {"originalTransactionId":"1","productId":"p","autoRenewProductId":"q","autoRenewStatus":1,"expirationIntent":2,
            "isInBillingRetryPeriod":true,"gracePeriodExpiresDate":8,"appAccountToken":"A","appTransactionId":"7"}
            """
        let expected = RenewalStatement(
            originalTransactionId: "1", productId: "p", autoRenewProductId: "q", autoRenewStatus: 1,
            expirationIntent: 2, isInBillingRetryPeriod: true, gracePeriodExpiresDate: 8, appAccountToken: "a",
            appTransactionId: "7")
        #expect(try statement(.renewalInfo, text) == .renewalInfo(expected))
        let payload = try JWSRenewalInfoDecodedPayload(JSONDocument(parsing: Array(text.utf8)).root)
        #expect(FactVersion(payload, scope: scope, digest: TestDigest.zero, enclosingDate: 3)?.date == 3)
        #expect(FactVersion(payload, scope: scope, digest: TestDigest.zero)?.date == 0)
    }

    @Test("An app transaction says what its payload says and is dated by its receipt")
    func appTransaction() throws {
        let text = #"{"appTransactionId":"7","originalPurchaseDate":4,"receiptCreationDate":6}"#
        #expect(
            try statement(.appTransaction, text)
                == .appTransaction(AppTransactionStatement(appTransactionId: "7", originalPurchaseDate: 4)))
        let payload = try AppTransaction(JSONDocument(parsing: Array(text.utf8)).root)
        let version = try #require(FactVersion(payload, scope: scope, digest: TestDigest.zero, enclosingDate: 3))
        #expect(version.date == 6)
        #expect(version.identity == FactIdentity(scope: scope, kind: .appTransaction, id: "7"))
    }

    @Test("A status is kept as a few bytes and read back", arguments: [4, 1, 0, -7, Int.max])
    func status(_ code: Int) throws {
        let status = StatusStatement(originalTransactionId: "1", status: code)
        #expect(String(decoding: status.payload, as: UTF8.self) == "{\"status\":\(code)}")
        #expect(try Statement(kind: .storeStatus, id: "1", payload: status.payload) == .storeStatus(status))
        let version = FactVersion(
            status: status, scope: scope, notificationDate: 5, notificationDigest: TestDigest.repeating(1))
        #expect(version.identity == FactIdentity(scope: scope, kind: .storeStatus, id: "1"))
        #expect(version.stamp == FactStamp(date: 5, digest: TestDigest.repeating(1)))
    }

    @Test("A notification says nothing by itself")
    func notification() throws {
        #expect(try statement(.notification, "anything") == .notification)
        let version = FactVersion(notificationUUID: "u", scope: scope, date: nil, digest: TestDigest.zero)
        #expect(version.identity == FactIdentity(scope: scope, kind: .notification, id: "u"))
        #expect(version.date == 0)
        #expect(version.statement.kind == .notification && version.statement.lineId == nil)
    }

    @Test("What does not say what it is about is no fact")
    func identityMissing() {
        #expect(throws: StatementError.identityMissing(.transaction)) {
            try statement(.transaction, #"{"originalTransactionId":"1"}"#)
        }
        #expect(throws: StatementError.identityMissing(.transaction)) {
            try statement(.transaction, #"{"transactionId":""}"#)
        }
        #expect(throws: StatementError.identityMissing(.renewalInfo)) { try statement(.renewalInfo, "{}") }
        #expect(throws: StatementError.identityMissing(.appTransaction)) { try statement(.appTransaction, "{}") }
        #expect(throws: StatementError.statusMissing) { try statement(.storeStatus, #"{"status":"4"}"#) }
        #expect(throws: StatementError.statusMissing) { try statement(.storeStatus, "[]") }
    }

    @Test("What is not JSON, or breaks the schema, is refused")
    func refused() {
        #expect(throws: StatementError.json(.empty)) { try statement(.transaction, "") }
        #expect {
            try statement(.transaction, #"{"transactionId":"1","expiresDate":"soon"}"#)
        } throws: { error in
            guard case .schema(let schema)? = error as? StatementError else { return false }
            return schema.path == "expiresDate"
        }
    }
}
