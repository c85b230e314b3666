/// What one customer may use, over all their lines and purchases.
public struct CustomerAnswer: Hashable, Sendable {
    /// The identifier that was asked for.
    public var id: String
    /// The best answer for each entitlement, ordered by app and name.
    public var entitlements: [NamedEntitlement]
    /// The answers for all lines of the customer, in the order of listings.
    public var lines: [EntitlementAnswer]
    /// Answers for lines that once carried the customer's token, or were linked to the customer, and belong to another
    /// customer now.
    ///
    /// They are flagged and grant nothing; an operator's policy may decide otherwise.
    public var conflicts: [EntitlementAnswer]

    /// One entitlement of a customer.
    public struct NamedEntitlement: Hashable, Sendable {
        /// The configured name, or the identifier of the product or group.
        public var name: String
        /// The best answer among those that give it.
        public var best: EntitlementAnswer
    }

    /// Works out the answer from the records of lines that may be the customer's.
    ///
    /// Lines count when the identifier leads to them, and with those all lines of the same customer's token. Records of
    /// other lines are ignored, so that a store may give more than needed: every line that ever carried the identifier,
    /// and every line that ever carried the token of one of those lines' customers. Give records of one environment.
    ///
    /// Where lines are linked to customers, the id may be a customer's too: a line is had by those it is linked to, and
    /// by its tokens' customers unless a transfer took it from them. The token of a line that is linked does not lead from
    /// there to further lines: a share with somebody is no claim to all that they have.
    ///
    /// - Parameters:
    ///   - id: An `appAccountToken`, `appTransactionId`, `originalTransactionId` or `transactionId`.
    ///   - records: The records, each line once.
    ///   - owners: Whom lines are linked to; those of other lines are ignored.
    ///   - configuration: What the operator decides.
    ///   - now: The instant asked about, in milliseconds since 1970.
    ///   - asOf: Versions dated after it do not count; `nil` counts all.
    public init(
        id: String, records: some Sequence<LineRecord>, owners: [LineIdentity: LineOwners] = [:],
        configuration: EvaluationConfiguration, now: Int64, asOf: Int64? = nil
    ) {
        let held = records.map { HeldLine($0, asOf: asOf) }
        let asker = CustomerAsker(id: id, lines: held, owners: owners)
        self.id = id
        lines = []
        conflicts = []
        for line in held {
            guard let claim = asker.claim(to: line) else { continue }
            var answers = LineEvaluation(line: line, configuration: configuration, now: now).answers
            if claim == .own {
                lines += answers
            } else {
                for index in answers.indices { answers[index].because.add(.customerConflict) }
                conflicts += answers
            }
        }
        lines.sort(by: EntitlementAnswer.isListedBefore)
        conflicts.sort(by: EntitlementAnswer.isListedBefore)
        entitlements = CustomerAnswer.best(lines, configuration)
    }

    /// Whether an entitlement is given, in any app of the environment.
    public func isEntitled(to name: String) -> Bool {
        entitlements.contains { $0.name == name && $0.best.isEntitled }
    }

    private static func best(
        _ answers: [EntitlementAnswer], _ configuration: EvaluationConfiguration
    ) -> [NamedEntitlement] {
        var best: [AppScope: [String: EntitlementAnswer]] = [:]
        for answer in answers {
            for name in answer.entitlementNames(configuration) {
                if let held = best[answer.scope]?[name], !EntitlementAnswer.isBetter(answer, held) { continue }
                best[answer.scope, default: [:]][name] = answer
            }
        }
        return best.sorted { $0.key < $1.key }.flatMap { _, named in
            named.sorted { ByteOrder.compare($0.key, $1.key) < 0 }.map {
                NamedEntitlement(name: $0.key, best: $0.value)
            }
        }
    }
}
