import EntitlementStorage
import Entitlements
import OpenSSLCrypto

/// The two digests that must not depend on the order of deliveries.
struct StoreDigests: Hashable, CustomStringConvertible {
    let answers: String
    let facts: String

    init(answers: String, facts: String) {
        self.answers = answers
        self.facts = facts
    }

    var description: String { "answers \(answers.prefix(12)), facts \(facts.prefix(12))" }
}

extension EntitlementStore {
    /// The digests of all answers at the greatest date held, and of all versions.
    func digests() async throws -> StoreDigests {
        let now = try await greatestDate() ?? 0
        var answers = SHA256()
        try await forEachLine { line in
            for answer in Evaluator.evaluate(line, configuration: EvaluationConfiguration(), now: now) {
                answers.update(CanonicalText.line(answer))
            }
            return true
        }
        var facts = SHA256()
        try await forEachVersion { entry in
            facts.update(CanonicalText.line(entry.key.identity, entry.key.stamp, isHeld: entry.isHeld))
            return true
        }
        return StoreDigests(answers: answers.finish().hexadecimal, facts: facts.finish().hexadecimal)
    }
}
