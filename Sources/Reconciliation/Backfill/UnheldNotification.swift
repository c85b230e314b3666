package import NotificationProcessing

/// A notification of the App Store's history that the store does not hold.
package struct UnheldNotification: Hashable, Sendable {
    package var uuid: String
    package var type: String
    package var subtype: String?
    /// When it was signed, in milliseconds since 1970.
    package var signedDate: Int64
    /// The line that it is about, where it is about one.
    package var originalTransactionId: String?
    package var productId: String?
    /// What the App Store says of its attempts.
    package var verdict: DeliveryVerdict
    /// What was signed.
    package var content: ArrivedInput.Content
}
