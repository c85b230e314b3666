package import Entitlements

/// A signed object that was verified, inside and out, ready to be merged.
package struct VerifiedDelivery: Hashable, Sendable {
    /// The app and environment; empty where the payload names none.
    package var scope: AppScope
    /// What names the notification; nil for a signed object that came by itself, such as a client's transaction.
    package var notification: NotificationHeader?
    /// The outer JWS.
    package var text: SignedText
    /// The statements inside, without the notification's own.
    package var facts: [StoredVersion]
    /// Whether something about a purchase is inside.
    package var hasPurchaseFact: Bool
    /// When it came, in milliseconds since 1970; it takes no part in any answer.
    package var receivedAt: Int64
    /// How it came.
    package var source: DeliverySource

    /// Puts a delivery together.
    package init(
        scope: AppScope, notification: NotificationHeader?, text: SignedText, facts: [StoredVersion],
        hasPurchaseFact: Bool, receivedAt: Int64, source: DeliverySource
    ) {
        self.scope = scope
        self.notification = notification
        self.text = text
        self.facts = facts
        self.hasPurchaseFact = hasPurchaseFact
        self.receivedAt = receivedAt
        self.source = source
    }

    /// The line that it speaks about; nil when it speaks about none.
    package var line: LineIdentity? {
        // One line at most: a notification whose signed objects name several is not verified.
        for fact in facts {
            guard let id = fact.version.statement.lineId else { continue }
            return LineIdentity(scope: fact.version.identity.scope, originalTransactionId: id)
        }
        return nil
    }
}
