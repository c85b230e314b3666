internal import AppStoreModels
package import AppStoreServerAPI
internal import AppStoreVerification
package import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing

/// Compares pages of the App Store's history of notifications with a store, and changes nothing.
package struct NotificationBackfill: Sendable {
    private let store: any EntitlementStore

    /// Compares with a store.
    package init(store: any EntitlementStore) { self.store = store }

    /// What a page comes to.
    package struct Page: Sendable {
        /// How many of its notifications are held.
        package var heldCount = 0
        /// Those that are not.
        package var unheld: [UnheldNotification] = []
        /// What was signed and is not verified; it counts for nothing.
        package var refusals: [SignedFieldFailure] = []
    }

    /// Looks up which notifications of a page are held, each by its bytes and not by its id alone.
    package func examine(_ page: NotificationPage) async throws(StoreError) -> Page {
        var result = Page()
        result.refusals = page.failures
        for sent in page.notifications {
            if try await isHeld(sent.notification) {
                result.heldCount += 1
            } else {
                result.unheld.append(UnheldNotification(sent))
            }
        }
        return result
    }

    private func isHeld(_ verified: VerifiedNotification) async throws(StoreError) -> Bool {
        let outer = verified.notification
        let (scope, digest) = (AppScope(outer), outer.factDigest)
        return try await store.notification(uuid: outer.payload.notificationUUID).contains { text in
            text.record.scope == scope && text.record.header.digest == digest
                // What was quarantined and verifies today is worth its way in.
                && (text.record.outcome != .quarantined || verified.nestedFailure != nil)
        }
    }
}

extension UnheldNotification {
    fileprivate init(_ sent: SentNotification) {
        let outer = sent.notification.notification
        let transaction = sent.notification.transaction?.payload
        self.init(
            uuid: outer.payload.notificationUUID, type: outer.payload.notificationType.rawValue,
            subtype: outer.payload.subtype?.rawValue, signedDate: outer.signedDate?.milliseconds ?? 0,
            originalTransactionId: transaction?.originalTransactionId
                ?? sent.notification.renewalInfo?.payload.originalTransactionId,
            productId: transaction?.productId, verdict: DeliveryVerdict(sent.sendAttempts),
            content: .notification(outer.signedText.compact))
    }
}
