package import EntitlementStorage
package import Entitlements
internal import OpenSSLCrypto

/// The two digests that must not depend on the order of deliveries.
package struct StoreDigests: Hashable, Sendable, CustomStringConvertible {
    /// Of all answers at the greatest date held.
    package let answers: String
    /// Of all versions.
    package let facts: String

    /// What the pure functions say of a set of deliveries, without any store.
    package init(of deliveries: some Sequence<VerifiedDelivery>) {
        let versions = deliveries.flatMap(\.versions)
        let now = versions.map(\.date).max() ?? 0
        let answers = LineRecord.records(of: versions).flatMap {
            Evaluator.evaluate($0, configuration: EvaluationConfiguration(), now: now)
        }
        func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.digest(of: bytes).bytes }
        self.answers = CanonicalText.digest(answers: answers, sha256: sha256)
        facts = CanonicalText.digest(facts: versions, sha256: sha256)
    }

    /// What a store says.
    package init(of store: any EntitlementStore) async throws(StoreError) {
        let now = try await store.greatestDate() ?? 0
        var answers = SHA256()
        try await store.forEachLine { line in
            for answer in Evaluator.evaluate(line, configuration: EvaluationConfiguration(), now: now) {
                answers.update(CanonicalText.line(answer))
            }
            return true
        }
        var facts = SHA256()
        try await store.forEachVersion { entry in
            facts.update(CanonicalText.line(entry.key.identity, entry.key.stamp, isHeld: entry.isHeld))
            return true
        }
        self.answers = answers.finish().hexadecimal
        self.facts = facts.finish().hexadecimal
    }

    /// The beginnings, which are enough to tell digests apart.
    package var description: String { "answers \(answers.prefix(12)), facts \(facts.prefix(12))" }
}

extension EntitlementStore {
    /// The digests of all answers at the greatest date held, and of all versions.
    package func digests() async throws -> StoreDigests { try await StoreDigests(of: self) }
}

extension VerifiedDelivery {
    /// The versions of all facts inside, and of the notification itself.
    package var versions: [FactVersion] {
        guard let notification else { return facts.map(\.version) }
        return facts.map(\.version) + [
            FactVersion(
                identity: FactIdentity(scope: scope, kind: .notification, id: notification.uuid),
                date: notification.signedDate, digest: notification.digest, statement: .notification)
        ]
    }
}
