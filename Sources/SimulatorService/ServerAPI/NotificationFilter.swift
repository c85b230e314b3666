internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

/// What a request for the notification history asks for.
struct NotificationFilter: Hashable, Sendable {
    /// The subtypes of each type, the empty one for none.
    ///
    /// Source: Apple, "notificationType" and "subtype".
    static let subtypes: [String: [String]] = [
        "SUBSCRIBED": ["INITIAL_BUY", "RESUBSCRIBE"], "DID_RENEW": ["", "BILLING_RECOVERY"],
        "DID_CHANGE_RENEWAL_PREF": ["", "UPGRADE", "DOWNGRADE"],
        "DID_CHANGE_RENEWAL_STATUS": ["AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED", ""],
        "OFFER_REDEEMED": ["", "UPGRADE", "DOWNGRADE", "INITIAL_BUY", "RESUBSCRIBE"],
        "DID_FAIL_TO_RENEW": ["", "GRACE_PERIOD"],
        "EXPIRED": ["VOLUNTARY", "BILLING_RETRY", "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE", ""],
        "PRICE_INCREASE": ["PENDING", "ACCEPTED"], "RENEWAL_EXTENSION": ["SUMMARY", "FAILURE"],
        "EXTERNAL_PURCHASE_TOKEN": ["UNREPORTED", "CREATED", "ACTIVE_TOKEN_REMINDER"],
    ]

    var startDate: Int64
    var endDate: Int64
    var type: String?
    var subtype: String?
    var transactionID: String?
    var onlyFailures = false

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - body: The members.
    ///   - earliest: The first start that is allowed.
    /// - Throws: The first rule that the body breaks.
    init(_ body: JSONNode, earliest: Int64) throws(ServerAPIFailure) {
        guard let start = body["startDate"]?.integer, start >= 0 else {
            throw ServerAPIFailure(.invalidStartDate, "Invalid startDate: it must be a number of milliseconds.")
        }
        guard let end = body["endDate"]?.integer, end >= 0 else {
            throw ServerAPIFailure(.invalidEndDate, "Invalid endDate: it must be a number of milliseconds.")
        }
        guard start < end else {
            throw ServerAPIFailure(.startDateAfterEndDate, "Invalid request. The endDate must be after the startDate.")
        }
        guard start >= earliest else {
            throw ServerAPIFailure(.startDateTooFarInPast, "Invalid request. The startDate is too far in the past.")
        }
        startDate = start
        endDate = end
        type = try NotificationFilter.text(body["notificationType"], .invalidNotificationType)
        subtype = try NotificationFilter.text(body["notificationSubtype"], .invalidNotificationType)
        transactionID = try NotificationFilter.text(body["transactionId"], .invalidTransactionId)
        if transactionID == nil {
            transactionID = try NotificationFilter.text(body["originalTransactionId"], .invalidTransactionId)
        }
        if let flag = body["onlyFailures"], !flag.isNull {
            guard let value = flag.boolean else {
                throw ServerAPIFailure(.generalBadRequest, "Bad request: onlyFailures must be true or false.")
            }
            onlyFailures = value
        }
        if type != nil, transactionID != nil {
            throw ServerAPIFailure(
                .multipleFiltersSupplied, "Invalid request. Supply a transactionId or a notificationType, not both.")
        }
        try checkType()
    }

    private func checkType() throws(ServerAPIFailure) {
        let failure = ServerAPIFailure(.invalidNotificationType, "Invalid notificationType or notificationSubtype.")
        guard let type else {
            if subtype != nil { throw failure }
            return
        }
        guard NotificationType(rawValue: type).isKnown else { throw failure }
        guard let subtype else { return }
        guard !subtype.isEmpty, NotificationFilter.subtypes[type]?.contains(subtype) == true else { throw failure }
    }

    /// Whether a notification was sent in the window and is of the kind.
    func includes(_ notification: SimulatedNotification, customer: String?) -> Bool {
        guard (startDate..<endDate).contains(notification.signedDate) else { return false }
        if let type, notification.type.rawValue != type { return false }
        if let subtype, notification.subtype?.rawValue != subtype { return false }
        if let customer, notification.customerID != customer { return false }
        return true
    }

    /// What a pagination token is bound to.
    var question: String {
        let parts: [String] = [
            "\(startDate)", "\(endDate)", type ?? "", subtype ?? "", transactionID ?? "", "\(onlyFailures)",
        ]
        return parts.joined(separator: "\n")
    }

    private static func text(_ node: JSONNode?, _ code: ServerAPIErrorCode) throws(ServerAPIFailure) -> String? {
        guard let node, !node.isNull else { return nil }
        guard let text = node.string else { throw ServerAPIFailure(code, "Invalid value: it must be a string.") }
        return text
    }
}

extension SimulatedNotification {
    /// Whom it is about; `nil` when it is about nobody.
    var customerID: String? {
        switch content {
        case .data(let data): data.transaction?.customerID
        case .appData(let download): download.customerID
        case .summary, .externalPurchaseToken: nil
        }
    }
}
