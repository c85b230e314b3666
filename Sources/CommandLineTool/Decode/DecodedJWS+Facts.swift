internal import AppStoreModels
internal import StrictJSON

extension DecodedJWS {
    /// Lines of facts about a payload: what matters first, then everything else it holds.
    static func facts(of payload: JSONNode, kind: PayloadKind?, now: Int64) -> [[String]] {
        var sheet = FactSheet(payload, now: now)
        switch kind {
        case .notification: return notificationFacts(payload, now: now)
        case .transaction: addTransaction(&sheet)
        case .renewalInfo: addRenewalInfo(&sheet)
        case .appTransaction: addAppTransaction(&sheet)
        case .realtimeRequest:
            sheet.leaveOut("productId", "userLocale")
            sheet.add(sheet.text("requestIdentifier", "id"), sheet.time("signedDate", "signed"))
            sheet.add(sheet.text("originalTransactionId", "original"), sheet.text("appAppleId", "Apple id"))
            sheet.addRest(known: DecodedRealtimeRequestBody.fields)
        case nil: sheet.addRest(known: [])
        }
        return sheet.lines
    }

    private static func notificationFacts(_ payload: JSONNode, now: Int64) -> [[String]] {
        var sheet = FactSheet(payload, now: now)
        sheet.leaveOut("notificationType", "subtype")
        if let type = payload["notificationType"]?.string {
            let subtype = payload["subtype"]?.string.map { NotificationSubtype(rawValue: $0) }
            sheet.add(NotificationMeaning.text(NotificationType(rawValue: type), subtype) ?? "a type unknown so far")
        }
        sheet.add(
            sheet.text("notificationUUID", "id"), sheet.time("signedDate", "signed"), sheet.text("version", "version"))
        var containers: [[String]] = []
        for (name, fields) in containerFields {
            guard let container = payload[name], container.kind == .object else { continue }
            sheet.leaveOut(name)
            containers += containerFacts(container, name: name, fields: fields, now: now)
        }
        sheet.addRest(known: ResponseBodyV2DecodedPayload.fields)
        return sheet.lines.prefix(2) + containers + sheet.lines.dropFirst(2)
    }

    private static let containerFields: [(String, [PayloadField])] = [
        ("data", NotificationData.fields), ("summary", NotificationSummary.fields),
        ("externalPurchaseToken", ExternalPurchaseToken.fields), ("appData", NotificationAppData.fields),
    ]

    private static func containerFacts(_ container: JSONNode, name: String, fields: [PayloadField], now: Int64)
        -> [[String]]
    {
        var sheet = FactSheet(container, now: now)
        sheet.leaveOut("signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo")
        sheet.add(
            sheet.text("bundleId", "app"), sheet.text("appAppleId", "Apple id"), sheet.text("bundleVersion", "build"),
            sheet.text("environment"), sheet.words("status", "status", statuses))
        sheet.add(
            sheet.text("productId", "product"), sheet.text("succeededCount", "extended"),
            sheet.text("failedCount", "failed"), sheet.text("requestIdentifier", "request"))
        sheet.add(
            sheet.text("externalPurchaseId", "token"), sheet.time("tokenCreationDate", "made"),
            sheet.end("tokenExpirationDate", "expires"))
        sheet.addRest(known: fields, path: name)
        return sheet.lines
    }

    private static func addTransaction(_ sheet: inout FactSheet) {
        sheet.leaveOut("productId", "type")
        sheet.add(
            sheet.money("price"), sheet.time("purchaseDate", "bought", .minute), sheet.end("expiresDate", "expires"))
        sheet.add(
            sheet.time("revocationDate", "REVOKED"), sheet.words("revocationReason", "reason", revocationReasons),
            sheet.text("revocationType"), sheet.text("revocationPercentage", "thousandths of a per cent:"))
        sheet.add(
            sheet.text("originalTransactionId", "original"), sheet.text("transactionId", "transaction"),
            sheet.text("appAccountToken", "account"), sheet.text("inAppOwnershipType"))
        sheet.add(
            sheet.words("offerType", "offer", offerTypes), sheet.text("offerIdentifier"),
            sheet.text("offerDiscountType"), sheet.text("offerPeriod"))
        sheet.add(
            sheet.text("transactionReason"),
            sheet.words("isUpgraded", nil, ["true": "UPGRADED", "false": "not upgraded"]),
            sheet.time("signedDate", "signed"), sheet.text("bundleId", "app"), sheet.text("environment"))
        sheet.addRest(known: JWSTransactionDecodedPayload.fields)
    }

    private static func addRenewalInfo(_ sheet: inout FactSheet) {
        sheet.leaveOut("autoRenewProductId", "renewalPrice", "currency")
        sheet.add(
            sheet.words("autoRenewStatus", "renews by itself", ["0": "no", "1": "yes"]),
            sheet.words("isInBillingRetryPeriod", "billing retry", ["true": "yes", "false": "no"]),
            sheet.end("gracePeriodExpiresDate", "grace ends"), sheet.end("renewalDate", "period ends"))
        sheet.add(
            sheet.words("expirationIntent", "ended because", expirationIntents),
            sheet.words("priceIncreaseStatus", "price increase", ["0": "not answered", "1": "agreed"]))
        sheet.add(
            sheet.text("originalTransactionId", "original"), sheet.text("productId", "product"),
            sheet.text("appAccountToken", "account"))
        sheet.add(
            sheet.words("offerType", "next offer", offerTypes), sheet.text("offerIdentifier"),
            sheet.text("offerDiscountType"), sheet.text("offerPeriod"))
        sheet.add(sheet.time("signedDate", "signed"), sheet.text("environment"))
        sheet.addRest(known: JWSRenewalInfoDecodedPayload.fields)
    }

    private static func addAppTransaction(_ sheet: inout FactSheet) {
        sheet.leaveOut("bundleId", "applicationVersion")
        sheet.add(
            sheet.time("receiptCreationDate", "signed"), sheet.text("receiptType"), sheet.text("appAppleId", "Apple id")
        )
        sheet.add(
            sheet.time("originalPurchaseDate", "first bought", .minute),
            sheet.text("originalApplicationVersion", "as version"), sheet.text("appTransactionId", "id"))
        sheet.addRest(known: AppTransaction.fields)
    }

    private static let statuses = [
        "1": "1 active", "2": "2 expired", "3": "3 billing retry", "4": "4 billing grace period", "5": "5 revoked",
    ]
    private static let offerTypes = ["1": "introductory", "2": "promotional", "3": "offer code", "4": "win-back"]
    private static let revocationReasons = ["0": "other", "1": "an issue with the app"]
    private static let expirationIntents = [
        "1": "the customer cancelled", "2": "payment failed", "3": "a higher price was not agreed to",
        "4": "the product was not for sale", "5": "another reason",
    ]
}
