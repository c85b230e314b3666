internal import AppStoreModels

/// A refund that a customer asked for and the App Store has not decided.
struct RefundRequest: Sendable {
    var reason: ConsumptionRequestReason
}
