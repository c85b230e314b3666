package import Entitlements

/// What comes of comparing one line with what the App Store answered about it: pure.
///
/// A difference is one of answers, at the moment of comparing. Answers of the App Store are signed when they are asked
/// for, so only what says something else than the statement that is held is news; a repetition is none.
package struct LineComparison: Hashable, Sendable {
    /// The line.
    package var line: LineIdentity
    /// What the store is to take, in order; taken, the line agrees.
    package private(set) var news: [FetchedStatement] = []
    /// How the answers differ; `nil` where they agree, whether or not there is news.
    package private(set) var difference: LineDifference?

    /// Compares a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - ours: What the store holds of it; `nil` for nothing.
    ///   - statements: What the App Store answered, about any line.
    ///   - status: The status that it told of the line, where it told one.
    ///   - isAsked: Whether it was asked about this very line, so that silence means something.
    ///   - now: The moment of comparing, in milliseconds since 1970.
    ///   - configuration: The rules of answers.
    package init(
        _ line: LineIdentity, ours: LineRecord?, statements: [FetchedStatement], status: FetchedStatus? = nil,
        isAsked: Bool = true, at now: Int64, configuration: EvaluationConfiguration
    ) {
        self.line = line
        let empty = LineRecord(scope: line.scope, originalTransactionId: line.originalTransactionId)
        let ours = ours ?? empty
        let told = statements.filter { $0.line == line }
        let before = Evaluator.evaluate(ours, configuration: configuration, now: now)
        guard !told.isEmpty else {
            if isAsked, !ours.isEmpty {
                difference = LineDifference(kind: .unlisted, ours: before, theirs: [], evidence: [])
            }
            return
        }
        var merged = ours
        for statement in told where statement.isNews(to: merged) {
            news.append(statement)
            for version in statement.versions { merged.insert(version) }
        }
        // A repetition counts all the same where its date decides, as with renewal info about a period that is news.
        let repeated = told.filter { $0.isNewer(than: ours) }
        let whole = LineComparison.merging(repeated, into: ours)
        if LineComparison.differ(merged, whole, from: now, configuration: configuration) {
            news = repeated
            merged = whole
        }
        let after = Evaluator.evaluate(merged, configuration: configuration, now: now)
        let evidence = news.flatMap { statement in
            statement.versions.filter { $0.isNews(to: ours) }
                .map { LineDifference.Evidence(origin: statement.origin, version: $0) }
        }
        if !LineComparison.agree(before, after) {
            difference = LineDifference(
                kind: LineComparison.kind(of: evidence, ours: ours), ours: before, theirs: after,
                status: status?.status, evidence: evidence)
        } else if let status,
            StatusDifference(
                told: status.status, merged, configuration: configuration, at: [status.date, now]) != nil
        {
            difference = LineDifference(
                kind: .status, ours: before, theirs: after, status: status.status, evidence: evidence)
        }
    }

    /// A line that the App Store does not know.
    package init(
        unknownAtApple line: LineIdentity, ours: LineRecord?, at now: Int64, configuration: EvaluationConfiguration
    ) {
        self.line = line
        let answers = ours.map { Evaluator.evaluate($0, configuration: configuration, now: now) } ?? []
        difference = LineDifference(kind: .unknownAtApple, ours: answers, theirs: [], evidence: [])
    }

    /// Whether two lists of answers say the same, whatever their reasons.
    private static func agree(_ left: [EntitlementAnswer], _ right: [EntitlementAnswer]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { CanonicalText.line($0) == CanonicalText.line($1) }
    }

    /// Whether two records answer otherwise, now or once time alone has changed what one of them answers.
    private static func differ(
        _ left: LineRecord, _ right: LineRecord, from now: Int64, configuration: EvaluationConfiguration
    ) -> Bool {
        guard left != right else { return false }
        var instant = now
        for _ in 0..<horizon {
            let one = LineProjection(left, version: 1, configuration: configuration, at: instant)
            let other = LineProjection(right, version: 1, configuration: configuration, at: instant)
            if !agree(one.answers, other.answers) { return true }
            guard let next = [one.nextChange, other.nextChange].compactMap({ $0 }).min() else { return false }
            instant = next
        }
        return false
    }

    /// How many moments ahead are looked at; a subscription has its end, that of its grace and that of billing retry.
    private static let horizon = 8

    private static func merging(_ statements: [FetchedStatement], into record: LineRecord) -> LineRecord {
        var record = record
        for version in statements.flatMap(\.versions) { record.insert(version) }
        return record
    }

    private static func kind(of evidence: [LineDifference.Evidence], ours: LineRecord) -> LineDifference.Kind {
        if ours.isEmpty { return .unknownHere }
        let transactions = evidence.map(\.version).compactMap {
            version -> (new: TransactionStatement, held: Bool, revoked: Bool)? in
            guard case .transaction(let new) = version.statement else { return nil }
            guard case .transaction(let held)? = ours.held(version.identity)?.statement else {
                return (new, false, false)
            }
            return (new, true, held.revocationDate != nil)
        }
        if transactions.contains(where: { $0.new.revocationDate != nil && !$0.revoked }) { return .refund }
        return transactions.contains { !$0.held } ? .missing : .stale
    }
}

extension FetchedStatement {
    /// Whether something in it says anything else than what is held.
    fileprivate func isNews(to record: LineRecord) -> Bool { versions.contains { $0.isNews(to: record) } }

    /// Whether something in it is newer than what is held, be it a repetition.
    fileprivate func isNewer(than record: LineRecord) -> Bool {
        versions.contains { version in record.held(version.identity).map { $0.stamp < version.stamp } ?? true }
    }
}

extension FactVersion {
    fileprivate func isNews(to record: LineRecord) -> Bool {
        guard let held = record.held(identity) else { return true }
        return held.stamp < stamp && held.statement != statement
    }
}
