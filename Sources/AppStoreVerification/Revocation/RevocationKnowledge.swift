internal import AppStoreModels
internal import OpenSSLCrypto

/// What is known of one certificate, and when its responder was asked; times are in milliseconds since 1970.
struct RevocationKnowledge: Hashable, Sendable {
    /// The newest answer that says good or revoked.
    private(set) var answer: OCSPAnswer?
    /// When it came.
    private(set) var answeredAt: Int64 = 0
    /// Why the last question brought no answer; `nil` when it did.
    private(set) var gap: RevocationGap?
    /// How many questions in a row brought none.
    private(set) var failures = 0
    /// When the last question ended.
    private(set) var askedAt: Int64?

    /// Nothing is known.
    init() {}

    /// Takes over what came of a question.
    mutating func note(_ result: Result<OCSPAnswer, RevocationGap>, at now: Int64) {
        askedAt = now
        switch result {
        case .success(let new):
            (gap, failures, answeredAt) = (nil, 0, now)
            // Without a nonce an older answer can be played again, one from before a revocation for instance.
            if let answer, answer.thisUpdate > new.thisUpdate { return }
            answer = new
        case .failure(let why):
            gap = why
            failures = min(failures + 1, 1 << 20)
            // The responder itself takes its earlier word back; a revocation is not taken back by ignorance.
            if why == .unknownThere, case .good? = answer?.status { answer = nil }
        }
    }

    /// What is known now without asking.
    ///
    /// A good answer counts as long as it says. A revocation counts until the responder says otherwise.
    func result(at now: Int64, _ rules: RevocationRules) -> RevocationResult? {
        guard let answer else { return nil }
        switch answer.status {
        case .revoked(let seconds, let reason): return .revoked(at: seconds, reason: reason)
        case .good: return counts(at: now, rules) ? .good : nil
        case .unknown: return nil
        }
    }

    /// What is known after a question, whatever came of it.
    func resultAfterAsking(at now: Int64, _ rules: RevocationRules) -> RevocationResult {
        result(at: now, rules) ?? .unknown(gap ?? .refused(.stale))
    }

    /// Whether the answer counts now.
    func counts(at now: Int64, _ rules: RevocationRules) -> Bool {
        answer?.counts(at: Timestamp(milliseconds: now).seconds, rules.tolerance) ?? false
    }

    /// Whether the responder may be asked again after its failures.
    func mayAsk(at now: Int64, _ rules: RevocationRules) -> Bool {
        guard let askedAt, failures > 0 else { return true }
        // A clock that was set back is no reason never to ask again.
        return now < askedAt || Self.time(from: askedAt, to: now) >= rules.pause(after: failures)
    }

    /// Whether the answer, though it counts, should be replaced before it ends: at three quarters of its time.
    func isDue(at now: Int64, _ rules: RevocationRules) -> Bool {
        guard let answer else { return false }
        let (end, overflow) = answer.end(rules.tolerance).multipliedReportingOverflow(by: 1000)
        let left = Self.time(from: answeredAt, to: overflow ? .max : end)
        // Of an answer that is about to end, the next one may be no better.
        let rest = max(min(left / 4 * 3, rules.longestRest), rules.firstPause)
        return now < answeredAt || Self.time(from: answeredAt, to: now) >= rest
    }

    /// The time between two instants, as far as it can be written; dates come from outside.
    private static func time(from start: Int64, to end: Int64) -> Int64 {
        let (time, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? (end > start ? .max : .min) : time
    }
}
