/// Whether the responders of certificates are asked if these were revoked, and what follows when there is no answer.
///
/// It has nothing to do with the clock by which certificates are judged: whether one was revoked is a question about now.
public enum RevocationPolicy: String, CaseIterable, Hashable, Sendable {
    /// Nobody is asked.
    case off
    /// What was revoked is refused; where nobody can say, the data passes, and that is noted.
    case soft
    /// What was revoked is refused, and what nobody can say anything about as well.
    case hard
}
