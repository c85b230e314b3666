import Entitlements

/// The rules once more, written from their text in another style: explicit lists, searched again for every question.
///
/// Slow and plain on purpose. Dates are 128 bits wide, so that nothing can overflow.
struct ReferenceEvaluator {
    /// A transaction as it counts at the instant.
    struct Held {
        var id: String
        var date: Int64
        var first: Int64
        var says: TransactionStatement
    }

    /// One payment.
    struct Period {
        var members: [Held]
        var newest: Held
        var start: Int64?
        var end: Int64?
        var first: Int64

        var begin: Int64 { start ?? Int64.min }
    }

    let counted: [FactVersion]
    /// Those of `counted` that hold: no other version of the fact has a greater date, or the same and a greater digest.
    let held: [FactVersion]
    let configuration: EvaluationConfiguration
    let now: Int64

    init(_ versions: [FactVersion], _ configuration: EvaluationConfiguration, now: Int64, asOf: Int64?) {
        var list: [FactVersion] = []
        for version in versions where asOf == nil || version.date <= asOf ?? 0 {
            let isRepeated = list.contains { $0.stamp == version.stamp && $0.identity == version.identity }
            if !isRepeated { list.append(version) }
        }
        counted = list
        held = list.filter { version in
            !list.contains { other in
                (other.date > version.date || (other.date == version.date && version.digest < other.digest))
                    && other.identity == version.identity
            }
        }
        self.configuration = configuration
        self.now = now
    }

    var answers: [ReferenceAnswer] {
        var lines: [LineIdentity] = []
        for version in counted {
            guard let line = version.statement.lineId else { continue }
            let identity = LineIdentity(scope: version.identity.scope, originalTransactionId: line)
            if !lines.contains(identity) { lines.append(identity) }
        }
        return lines.flatMap { ReferenceLine(evaluator: self, line: $0).answers }
    }

    /// Ids compare as decimal integers, else as bytes.
    static func isGreater(_ id: String, than other: String) -> Bool {
        let bothDecimal = (id + other).utf8.allSatisfy { $0 >= 48 && $0 <= 57 } && !id.isEmpty && !other.isEmpty
        if bothDecimal && id.utf8.count != other.utf8.count { return id.utf8.count > other.utf8.count }
        let isDecimal = !id.isEmpty && id.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
        let otherIsDecimal = !other.isEmpty && other.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
        if isDecimal != otherIsDecimal { return otherIsDecimal }
        return Array(other.utf8).lexicographicallyPrecedes(Array(id.utf8))
    }

    /// Whether the revocation of a statement takes access away at the instant.
    func isRevoked(_ says: TransactionStatement) -> Bool {
        guard let date = says.revocationDate, date <= now else { return false }
        if let share = says.revocationPercentage, share < 100_000 {
            return configuration.partialRevocation == .endsAccess
        }
        return true
    }
}
