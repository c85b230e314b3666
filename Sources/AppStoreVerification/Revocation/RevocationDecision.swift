internal import AppStoreModels

/// What is to be done to learn whether a certificate was revoked.
enum RevocationDecision: Hashable, Sendable {
    /// Nothing: this is the result.
    case settled(RevocationResult)
    /// Nothing has to be waited for, but a new answer should be had before this one ends.
    case refresh(RevocationResult)
    /// The responder must be asked.
    case ask

    /// Decides by what is known, the certificate's own end, and the time.
    ///
    /// - Parameters:
    ///   - knowledge: What is known of the certificate.
    ///   - notAfter: The certificate's last second of validity, in Unix seconds.
    ///   - hasResponder: Whether the certificate names a responder.
    ///   - now: The present, in milliseconds since 1970.
    ///   - rules: How answers are kept.
    init(
        knowing knowledge: RevocationKnowledge, notAfter: Int64, hasResponder: Bool, at now: Int64,
        _ rules: RevocationRules
    ) {
        let held = knowledge.result(at: now, rules)
        if Timestamp(milliseconds: now).seconds > notAfter {
            // What was revoked stays so; of anything else responders need not know any longer.
            if let held, case .revoked = held { self = .settled(held) } else { self = .settled(.unknown(.expired)) }
        } else if !hasResponder {
            self = .settled(.unknown(.noResponder))
        } else if let held, knowledge.counts(at: now, rules) {
            self = knowledge.isDue(at: now, rules) && knowledge.mayAsk(at: now, rules) ? .refresh(held) : .settled(held)
        } else if knowledge.mayAsk(at: now, rules) {
            self = .ask
        } else {
            self = .settled(knowledge.resultAfterAsking(at: now, rules))
        }
    }
}
