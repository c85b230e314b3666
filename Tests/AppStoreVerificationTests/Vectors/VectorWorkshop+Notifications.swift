import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `notifications`: one file for each pair of type and subtype, named after it.
extension VectorWorkshop {
    /// What is in a notification of some pair, and what must come of it.
    private struct Pair {
        let type: String
        let subtype: String?
        let comment: String
        /// Changes to the sample transaction; `nil` for none inside.
        var transaction: JSONValue? = [:]
        /// Changes to the sample renewal info; `nil` for none inside.
        var renewal: JSONValue? = [:]
        /// Changes to the notification.
        var changes: JSONValue = [:]
        /// Changes to `data`.
        var data: JSONValue = [:]
        /// How long after the period's beginning it was signed, in milliseconds.
        var delay: Int64 = 5000
        var outcome = "applied"
        var state: String? = "active"

        init(_ type: String, _ subtype: String?, _ comment: String, _ change: (inout Pair) -> Void = { _ in }) {
            self.type = type
            self.subtype = subtype
            self.comment = comment
            change(&self)
        }

        var name: String { subtype.map { "\(type).\($0)" } ?? type }
    }

    func notifications() throws -> [VectorFile] {
        try pairs().map { pair in
            var file = file("notifications/\(pair.name).json", "\(pair.name): \(pair.comment)")
            file.accept(
                pair.name, pair.comment, try sign(pair), as: "notification", kind: "notification",
                at: SamplePayload.signedDate + pair.delay, outcome: pair.outcome, state: pair.state)
            return file
        }
    }

    private func sign(_ pair: Pair) throws -> String {
        let date: JSONValue = .integer(VectorWorkshop.start + pair.delay)
        var data = pair.data
        if let changes = pair.transaction {
            let transaction = SamplePayload.transaction(["signedDate": date]).replacing(changes)
            data["signedTransactionInfo"] = .string(try chain.sign(transaction))
        }
        if let changes = pair.renewal {
            let renewal = SamplePayload.renewalInfo(["signedDate": date]).replacing(changes)
            data["signedRenewalInfo"] = .string(try chain.sign(renewal))
        }
        var notification = SamplePayload.notification(pair.type, ["signedDate": date], data: data)
        notification["subtype"] = pair.subtype.map { .string($0) }
        return try chain.sign(notification.replacing(pair.changes))
    }

    /// When the sample's period begins, and how long it lasts.
    private static let start = SamplePayload.signedDate - 5000
    private static let period = SamplePayload.period

    private func pairs() -> [Pair] {
        beginnings() + changes() + troubles() + ends() + refunds() + others()
    }

    private func beginnings() -> [Pair] {
        let (start, period) = (VectorWorkshop.start, VectorWorkshop.period)
        let next: JSONValue = [
            "transactionId": "2000000900000002", "webOrderLineItemId": "2000000800000002",
            "purchaseDate": .integer(start + period), "expiresDate": .integer(start + 2 * period),
            "transactionReason": "RENEWAL",
        ]
        let nextRenewal: JSONValue = ["renewalDate": .integer(start + 2 * period)]
        return [
            Pair("SUBSCRIBED", "INITIAL_BUY", "a first subscription"),
            Pair("SUBSCRIBED", "RESUBSCRIBE", "a subscription after a lapse") {
                $0.transaction = [
                    "transactionId": "2000000900000009", "webOrderLineItemId": "2000000800000009",
                    "originalPurchaseDate": .integer(start - 3 * period),
                ]
            },
            Pair("DID_RENEW", nil, "a renewal, signed 33 seconds before its period begins") {
                $0.transaction = next
                $0.renewal = nextRenewal
                $0.delay = period - 33_000
            },
            Pair("DID_RENEW", "BILLING_RECOVERY", "a charge that succeeded in billing retry") {
                $0.transaction = next.replacing([
                    "purchaseDate": .integer(start + period + 86_400_000),
                    "expiresDate": .integer(start + 2 * period + 86_400_000),
                ])
                $0.renewal = ["renewalDate": .integer(start + 2 * period + 86_400_000)]
                $0.delay = period + 86_400_000
            },
            Pair("OFFER_REDEEMED", nil, "an offer redeemed on a running subscription, for the next period") {
                $0.renewal = ["offerType": 3, "offerIdentifier": "spring", "offerDiscountType": "PAY_AS_YOU_GO"]
            },
            Pair("OFFER_REDEEMED", "UPGRADE", "an offer redeemed to upgrade at once") {
                $0.transaction = [
                    "productId": "com.example.app.max.monthly", "offerType": 3, "offerIdentifier": "spring",
                ]
            },
            Pair("OFFER_REDEEMED", "DOWNGRADE", "an offer redeemed to downgrade at the next renewal") {
                $0.renewal = ["autoRenewProductId": "com.example.app.basic.monthly", "offerType": 3]
            },
            Pair("RENEWAL_EXTENDED", nil, "a renewal date that was extended") {
                $0.transaction = ["expiresDate": .integer(start + period + 10 * 86_400_000)]
                $0.renewal = ["renewalDate": .integer(start + period + 10 * 86_400_000)]
                $0.delay = period / 2
            },
            Pair("ONE_TIME_CHARGE", nil, "a consumable") {
                $0.transaction = [
                    "type": "Consumable", "productId": "com.example.app.coins", "expiresDate": .null,
                    "webOrderLineItemId": .null, "subscriptionGroupIdentifier": .null, "quantity": 2,
                ]
                $0.renewal = nil
                $0.data = ["status": .null]
                $0.state = "credited"
            },
        ]
    }

    private func changes() -> [Pair] {
        let period = VectorWorkshop.period
        return [
            Pair("DID_CHANGE_RENEWAL_PREF", "UPGRADE", "an upgrade at once: a period of another product") {
                $0.transaction = [
                    "transactionId": "2000000900000003", "webOrderLineItemId": "2000000800000003",
                    "productId": "com.example.app.max.monthly",
                ]
                $0.renewal = [
                    "productId": "com.example.app.max.monthly", "autoRenewProductId": "com.example.app.max.monthly",
                ]
            },
            Pair("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", "a downgrade that waits for the next renewal") {
                $0.renewal = ["autoRenewProductId": "com.example.app.basic.monthly"]
                $0.delay = period / 2
            },
            Pair("DID_CHANGE_RENEWAL_PREF", nil, "a change that waited was cancelled") { $0.delay = period / 2 },
            Pair("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", "renewing by itself switched on") {
                $0.delay = period / 2
            },
            Pair("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", "renewing by itself switched off") {
                $0.renewal = ["autoRenewStatus": 0]
                $0.delay = period / 2
            },
            Pair("PRICE_INCREASE", "PENDING", "a higher price that needs consent") {
                $0.renewal = ["priceIncreaseStatus": 0, "renewalPrice": 11_990]
                $0.delay = period / 2
            },
            Pair("PRICE_INCREASE", "ACCEPTED", "a higher price that was consented to") {
                $0.renewal = ["priceIncreaseStatus": 1, "renewalPrice": 11_990]
                $0.delay = period / 2
            },
            Pair("METADATA_UPDATE", nil, "names of an Advanced Commerce subscription changed") {
                $0.delay = period / 2
            },
            Pair("MIGRATION", nil, "a subscription moved to Advanced Commerce") {
                $0.transaction = ["previousOriginalTransactionId": "1000000900000001"]
                $0.delay = period / 2
            },
            Pair("PRICE_CHANGE", nil, "a price change of an Advanced Commerce subscription") { $0.delay = period / 2 },
        ]
    }

    private func troubles() -> [Pair] {
        let (start, period) = (VectorWorkshop.start, VectorWorkshop.period)
        let retry: JSONValue = ["isInBillingRetryPeriod": true, "expirationIntent": 2]
        let grace = retry.replacing(["gracePeriodExpiresDate": .integer(start + period + 16 * 86_400_000)])
        return [
            Pair("DID_FAIL_TO_RENEW", "GRACE_PERIOD", "a charge that failed, with a grace period") {
                $0.renewal = grace
                $0.data = ["status": 4]
                $0.delay = period + 60_000
                $0.state = "gracePeriod"
            },
            Pair("DID_FAIL_TO_RENEW", nil, "a charge that failed, without a grace period") {
                $0.renewal = retry
                $0.data = ["status": 3]
                $0.delay = period + 60_000
                $0.state = "billingRetry"
            },
            Pair("GRACE_PERIOD_EXPIRED", nil, "the grace period ended without a payment") {
                $0.renewal = grace
                $0.data = ["status": 3]
                $0.delay = period + 16 * 86_400_000 + 60_000
                $0.state = "billingRetry"
            },
        ]
    }

    private func ends() -> [Pair] {
        let ends: [(subtype: String?, comment: String, intent: Int64, isLate: Bool)] = [
            ("VOLUNTARY", "the end after renewing by itself was switched off", 1, false),
            ("BILLING_RETRY", "the end of 60 days of retries", 2, true),
            ("PRICE_INCREASE", "the end for want of consent to a higher price", 3, false),
            ("PRODUCT_NOT_FOR_SALE", "the end of a product that is not for sale any more", 4, false),
            (nil, "the end for another reason", 5, false),
        ]
        return ends.map { end in
            Pair("EXPIRED", end.subtype, end.comment) {
                $0.renewal = [
                    "autoRenewStatus": 0, "expirationIntent": .integer(end.intent), "isInBillingRetryPeriod": false,
                ]
                $0.data = ["status": 2]
                $0.delay = VectorWorkshop.period + (end.isLate ? 60 * 86_400_000 : 0) + 95_000
                $0.state = "expired"
            }
        }
    }

    private func refunds() -> [Pair] {
        let revoked: JSONValue = .integer(VectorWorkshop.start + VectorWorkshop.period / 3)
        let later = VectorWorkshop.period / 2
        return [
            Pair("REFUND", nil, "the current period was refunded") {
                $0.transaction = [
                    "revocationDate": revoked, "revocationReason": 0, "revocationType": "REFUND_FULL",
                    "revocationPercentage": 100_000,
                ]
                $0.renewal = ["autoRenewStatus": 0]
                $0.data = ["status": 5]
                $0.delay = later
                $0.state = "revoked"
            },
            Pair("REFUND_DECLINED", nil, "a refund was declined") { $0.delay = later },
            Pair("REFUND_REVERSED", nil, "a refund was taken back: the transaction is not revoked any more") {
                $0.delay = later
            },
            Pair("CONSUMPTION_REQUEST", nil, "a refund was asked for") {
                $0.data = ["consumptionRequestReason": "UNINTENDED_PURCHASE"]
                $0.delay = later
            },
            Pair("REVOKE", nil, "family sharing ended") {
                $0.transaction = ["revocationDate": revoked, "inAppOwnershipType": "FAMILY_SHARED"]
                $0.data = ["status": 5]
                $0.delay = later
                $0.state = "revoked"
            },
        ]
    }

    private func others() -> [Pair] {
        let app: JSONValue = [
            "bundleId": .string(SamplePayload.bundleId), "appAppleId": .integer(SamplePayload.appAppleId),
        ]
        func bare(_ pair: inout Pair, _ changes: JSONValue) {
            pair.transaction = nil
            pair.renewal = nil
            pair.changes = changes
            pair.outcome = "recorded"
            pair.state = nil
        }
        let tokens = [
            ("UNREPORTED", "a token for which no report came", JSONValue.null),
            ("CREATED", "a token for a custom link was made", "ACQUISITION"),
            ("ACTIVE_TOKEN_REMINDER", "a token for a custom link is still in use", "SERVICES"),
        ]
        return [
            Pair("TEST", nil, "a test that was asked for") {
                bare(&$0, [:])
                $0.data = ["status": .null]
            },
            Pair("RENEWAL_EXTENSION", "SUMMARY", "a mass extension has ended") {
                let summary = app.replacing([
                    "environment": "Sandbox", "productId": "com.example.app.pro.monthly", "succeededCount": 5,
                    "failedCount": 2, "requestIdentifier": "00000000-0000-4000-8000-000000000003",
                    "storefrontCountryCodes": ["USA", "MEX"],
                ])
                bare(&$0, ["data": .null, "summary": summary])
            },
            Pair("RENEWAL_EXTENSION", "FAILURE", "a mass extension failed for one subscription") {
                $0.delay = VectorWorkshop.period / 2
            },
            Pair("RESCIND_CONSENT", nil, "a guardian took back the consent to a child's use of the app") { pair in
                let inside = (try? chain.sign(SamplePayload.appTransaction())).map { JSONValue.string($0) } ?? .null
                bare(
                    &pair,
                    [
                        "data": .null,
                        "appData": app.replacing(["environment": "Sandbox", "signedAppTransactionInfo": inside]),
                    ])
            },
        ]
            + tokens.map { subtype, comment, type in
                Pair("EXTERNAL_PURCHASE_TOKEN", subtype, comment) {
                    let token = app.replacing([
                        "externalPurchaseId": "SANDBOX_00000000-0000-4000-8000-000000000004",
                        "tokenCreationDate": .integer(SamplePayload.signedDate), "tokenType": type,
                    ])
                    bare(&$0, ["data": .null, "externalPurchaseToken": token])
                }
            }
    }
}
