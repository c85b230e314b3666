internal import EntitlementStorage
internal import Entitlements

/// Why a line is compared with the App Store.
enum CheckReason: String, Hashable, CaseIterable, Sendable {
    /// A period has ended, and nothing was said about it.
    case pastEnd = "past-end"
    /// Access goes on in a grace period of which nobody said the end.
    case graceWithoutDate = "grace-without-date"
    /// The first that is known of a line is not its beginning.
    case firstContact = "first-contact"
    /// A notification is in quarantine.
    case quarantined
    /// A receipt names it.
    case receipt
    /// It is its turn.
    case sample

    /// Why the line of an event should be compared; nil when nothing of the event asks for that.
    init?(_ event: OutgoingEvent) {
        guard let answer = event.content.answer else { return nil }
        if answer.because.flags.contains(.graceDateMissing) {
            self = .graceWithoutDate
        } else if event.isInferred, event.type == .expired {
            self = .pastEnd
        } else if event.lineVersion == 1, let first = answer.transactionId, first != event.originalTransactionId {
            self = .firstContact
        } else {
            return nil
        }
    }
}
