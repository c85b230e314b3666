public import AppStoreModels
internal import StrictJSON

/// What is told about a purchase whose refund a customer asks for; only with the customer's consent.
///
/// Whoever has no consent sends nothing: the App Store takes no answer without it.
public struct ConsumptionRequest: Hashable, Sendable {
    /// Whether a sample was to be had before the purchase.
    public var sampleContentProvided: Bool
    /// Whether what was bought was delivered.
    public var deliveryStatus: DeliveryStatus
    /// How much was used, in thousandths of a per cent; never for an auto-renewable subscription.
    public var consumptionPercentage: Int?
    /// What the request should end in.
    public var refundPreference: RefundPreference?

    /// Describes a purchase.
    public init(sampleContentProvided: Bool, deliveryStatus: DeliveryStatus) {
        self.sampleContentProvided = sampleContentProvided
        self.deliveryStatus = deliveryStatus
    }

    func members() throws(ServerAPIError) -> [(String, JSONValue?)] {
        if let consumptionPercentage {
            let mistake: String? =
                if !(0...100_000).contains(consumptionPercentage) {
                    "is not from 0 to 100000"
                } else if deliveryStatus != .delivered, consumptionPercentage != 0 {
                    "must be 0 for what was not delivered"
                } else if refundPreference == .grantProrated, !(1..<100_000).contains(consumptionPercentage) {
                    "must lie between 0 and 100000 for a prorated refund"
                } else {
                    nil
                }
            if let mistake { throw .invalidRequest(RequestMistake("consumptionPercentage", mistake)) }
        }
        return [
            ("customerConsented", true), ("sampleContentProvided", .boolean(sampleContentProvided)),
            ("deliveryStatus", .string(deliveryStatus.rawValue)),
            ("consumptionPercentage", consumptionPercentage.map { .integer($0) }),
            ("refundPreference", refundPreference.map { .string($0.rawValue) }),
        ]
    }
}
