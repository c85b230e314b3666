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
    ///
    /// The digest stands for what the statement says.
    public static func line(_ identity: FactIdentity, _ stamp: FactStamp, isHeld: Bool) -> [UInt8] {
        var value: JSONValue = [
            "bundleId": .string(identity.scope.bundleId),
            "date": .integer(stamp.date),
            "digest": .string(stamp.digest.hexadecimal),
            "environment": .string(identity.scope.environment),
            "held": .boolean(isHeld),
            "id": .string(identity.id),
            "kind": .string(identity.kind.rawValue),
        ]
        if !identity.scope.realm.isEmpty { value["realm"] = .string(identity.scope.realm) }
        return JSONWriter(sortsNames: true).bytes(value) + [UInt8(ascii: "\n")]
    }

    /// The text of all answers, in the order of listings.
    public static func answers(_ answers: some Sequence<EntitlementAnswer>) -> [UInt8] {
        answers.sorted(by: EntitlementAnswer.isListedBefore).flatMap { line($0) }
    }

    /// The text of all versions, ordered by identity, date and digest; repeated versions count once.
    public static func facts(_ versions: some Sequence<FactVersion>) -> [UInt8] {
        var byIdentity: [FactIdentity: Set<FactStamp>] = [:]
        for version in versions { byIdentity[version.identity, default: []].insert(version.stamp) }
        return byIdentity.sorted { $0.key < $1.key }.flatMap { identity, stamps -> [UInt8] in
            let ordered = stamps.sorted()
            return ordered.flatMap { line(identity, $0, isHeld: $0 == ordered.last) }
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
