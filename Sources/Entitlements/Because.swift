/// Why an answer is what it is: the rule, the statements behind it, and what should be looked into.
public struct Because: Hashable, Sendable {
    /// The rule that decided.
    public var rule: EvaluationRule
    /// The statements behind it, the deciding ones first.
    public var facts: [FactReference]
    /// Reasons to ask the App Store again, ordered by raw value.
    public var flags: [EvaluationFlag]
    /// Apple's number for why a subscription expired, where renewal info about the period gives one.
    public var expirationIntent: Int?

    /// Puts an explanation together; repeated facts are dropped, flags are ordered.
    public init(
        rule: EvaluationRule, facts: [FactReference], flags: some Sequence<EvaluationFlag> = [],
        expirationIntent: Int? = nil
    ) {
        self.rule = rule
        var seen: Set<FactReference> = []
        self.facts = facts.filter { seen.insert($0).inserted }
        self.flags = Set(flags).sorted { ByteOrder.compare($0.rawValue, $1.rawValue) < 0 }
        self.expirationIntent = expirationIntent
    }

    /// Adds a flag, keeping the order.
    mutating func add(_ flag: EvaluationFlag) {
        self = Because(rule: rule, facts: facts, flags: flags + [flag], expirationIntent: expirationIntent)
    }
}
