internal import StrictJSON

/// The texts whose digests show that two stores hold and answer the same.
///
/// Each is lines of compact JSON with sorted names, every line ended by a line feed. Neither contains times of arrival,
/// sources, outcomes or raw signed data. Write the lines in the order given, into a hash or a file.
public enum CanonicalText {
    /// The line for one answer, without the explanation.
    public static func line(_ answer: EntitlementAnswer) -> [UInt8] {
        JSONWriter(sortsNames: true).bytes(answer.json(includesBecause: false)) + [UInt8(ascii: "\n")]
    }

    /// The line for one version of a fact; `isHeld` tells whether it is the one that holds.
    public static func line(_ version: FactVersion, isHeld: Bool) -> [UInt8] {
        var value: JSONValue = [
            "bundleId": .string(version.identity.scope.bundleId),
            "date": .integer(version.date),
            "digest": .string(version.digest.hexadecimal),
            "environment": .string(version.identity.scope.environment),
            "held": .boolean(isHeld),
            "id": .string(version.identity.id),
            "kind": .string(version.identity.kind.rawValue),
        ]
        if !version.identity.scope.realm.isEmpty { value["realm"] = .string(version.identity.scope.realm) }
        // The digest of a status is its notification's, so only this shows what the status was.
        if case .storeStatus(let status) = version.statement { value["status"] = .integer(status.status) }
        return JSONWriter(sortsNames: true).bytes(value) + [UInt8(ascii: "\n")]
    }

    /// The text of all answers, in the order of listings.
    public static func answers(_ answers: some Sequence<EntitlementAnswer>) -> [UInt8] {
        answers.sorted(by: EntitlementAnswer.isListedBefore).flatMap { line($0) }
    }

    /// The text of all versions, ordered by identity, date and digest; repeated versions count once.
    public static func facts(_ versions: some Sequence<FactVersion>) -> [UInt8] {
        var byIdentity: [FactIdentity: [FactStamp: FactVersion]] = [:]
        for version in versions { byIdentity[version.identity, default: [:]][version.stamp] = version }
        return byIdentity.sorted { $0.key < $1.key }.flatMap { _, versions -> [UInt8] in
            let ordered = versions.sorted { $0.key < $1.key }
            return ordered.flatMap { line($0.value, isHeld: $0.key == ordered.last?.key) }
        }
    }

    /// The hexadecimal digest of all answers; the hash function, SHA-256, is the caller's.
    public static func digest(
        answers: some Sequence<EntitlementAnswer>, sha256: (_ bytes: [UInt8]) -> [UInt8]
    ) -> String {
        Hexadecimal.text(of: sha256(self.answers(answers)))
    }

    /// The hexadecimal digest of all versions; the hash function, SHA-256, is the caller's.
    public static func digest(facts: some Sequence<FactVersion>, sha256: (_ bytes: [UInt8]) -> [UInt8]) -> String {
        Hexadecimal.text(of: sha256(self.facts(facts)))
    }
}
