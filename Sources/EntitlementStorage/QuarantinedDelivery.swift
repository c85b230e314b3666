package import Entitlements

/// A notification whose outer signature holds while something inside does not.
///
/// It is kept to be looked at and says nothing: none of it is merged.
package struct QuarantinedDelivery: Hashable, Sendable {
    /// The app and environment.
    package var scope: AppScope
    /// What names the notification.
    package var notification: NotificationHeader
    /// The outer JWS.
    package var text: SignedText
    /// What is wrong inside.
    package var failure: DeliveryFailure
    /// When it came, in milliseconds since 1970.
    package var receivedAt: Int64
    /// How it came.
    package var source: DeliverySource

    /// Puts a delivery together.
    package init(
        scope: AppScope, notification: NotificationHeader, text: SignedText, failure: DeliveryFailure,
        receivedAt: Int64, source: DeliverySource
    ) {
        self.scope = scope
        self.notification = notification
        self.text = text
        self.failure = failure
        self.receivedAt = receivedAt
        self.source = source
    }
}
