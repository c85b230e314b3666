public import AppStoreModels
internal import StrictJSON

/// What is told about a purchase by the first version of the endpoint, which remains for Advanced Commerce.
///
/// What nothing is said about stays `undeclared`, which is what the App Store wants to hear then.
public struct ConsumptionRequestV1: Hashable, Sendable {
    /// How old the customer's account is.
    public var accountTenure = AccountTenure.undeclared
    /// The customer, a UUID; empty where there is none.
    public var appAccountToken = ""
    /// How much was used.
    public var consumptionStatus = ConsumptionStatus.undeclared
    /// Whether what was bought was delivered.
    public var deliveryStatus: DeliveryStatusV1
    /// What the customer spent in the app in all.
    public var lifetimeDollarsPurchased = LifetimeDollarsPurchased.undeclared
    /// What the customer got back in the app in all.
    public var lifetimeDollarsRefunded = LifetimeDollarsRefunded.undeclared
    /// Where it was used.
    public var platform = Platform.undeclared
    /// How long the customer used the app.
    public var playTime = PlayTime.undeclared
    /// What the request should end in.
    public var refundPreference: RefundPreferenceV1?
    /// Whether a sample was to be had before the purchase.
    public var sampleContentProvided: Bool
    /// How the customer's account stands.
    public var userStatus = UserStatus.undeclared

    /// Describes a purchase.
    public init(sampleContentProvided: Bool, deliveryStatus: DeliveryStatusV1) {
        self.sampleContentProvided = sampleContentProvided
        self.deliveryStatus = deliveryStatus
    }

    func members() throws(ServerAPIError) -> [(String, JSONValue?)] {
        guard appAccountToken.isEmpty || UUIDText.isValid(appAccountToken) else {
            throw .invalidRequest(RequestMistake("appAccountToken", "is no UUID, and not empty"))
        }
        return [
            ("accountTenure", .integer(accountTenure.rawValue)), ("appAccountToken", .string(appAccountToken)),
            ("consumptionStatus", .integer(consumptionStatus.rawValue)), ("customerConsented", true),
            ("deliveryStatus", .integer(deliveryStatus.rawValue)),
            ("lifetimeDollarsPurchased", .integer(lifetimeDollarsPurchased.rawValue)),
            ("lifetimeDollarsRefunded", .integer(lifetimeDollarsRefunded.rawValue)),
            ("platform", .integer(platform.rawValue)), ("playTime", .integer(playTime.rawValue)),
            ("refundPreference", refundPreference.map { .integer($0.rawValue) }),
            ("sampleContentProvided", .boolean(sampleContentProvided)),
            ("userStatus", .integer(userStatus.rawValue)),
        ]
    }
}
