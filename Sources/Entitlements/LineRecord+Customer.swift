extension LineRecord {
    /// How an identifier leads to a line.
    public enum Match: Hashable, Sendable {
        /// The identifier is the line's, one of its transactions', its app download's, or its customer's token.
        case direct
        /// The identifier is a token that the line carried, but the line's customer is another one, or none.
        case formerCustomer
    }

    /// The line's customer: the token of its greatest (date, digest) transaction statement that has one.
    ///
    /// A later statement without a token takes nothing away. Versions dated after `asOf` do not count; `nil` counts all.
    public func customer(asOf: Int64? = nil) -> String? { HeldLine(self, asOf: asOf).customer }

    /// Whether and how an identifier leads to this line at an instant.
    ///
    /// The identifier may be an `appAccountToken`, an `appTransactionId`, an `originalTransactionId` or a
    /// `transactionId`. Versions dated after `asOf` do not count; `nil` counts all.
    public func match(_ id: String, asOf: Int64? = nil) -> Match? { HeldLine(self, asOf: asOf).match(id) }
}

extension HeldLine {
    /// Whether an identifier is the line's, one of its transactions' or its app download's.
    func isNamed(by id: String) -> Bool {
        record.originalTransactionId.hasSameBytes(as: id)
            || appTransactionIds.contains { $0.hasSameBytes(as: id) }
            || transactions.contains { $0.id.hasSameBytes(as: id) }
    }

    /// Whether and how an identifier leads to this line.
    func match(_ id: String) -> LineRecord.Match? {
        guard !isEmpty else { return nil }
        if isNamed(by: id) { return .direct }
        guard let token = AppAccountToken.normalized(id) else { return nil }
        if token == customer { return .direct }
        return tokens.contains(token) || renewal?.content.appAccountToken == token ? .formerCustomer : nil
    }
}
