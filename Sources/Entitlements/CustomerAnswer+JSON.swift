public import StrictJSON

extension CustomerAnswer {
    /// The answer as JSON: names sorted, times in milliseconds, absent values `null`.
    public var json: JSONValue {
        [
            "conflicts": .array(conflicts.map { $0.json() }),
            "customer": .string(id),
            "entitlements": .array(entitlements.map(\.json)),
            "lines": .array(lines.map { $0.json() }),
        ]
    }
}

extension CustomerAnswer.NamedEntitlement {
    /// The entitlement as JSON: the name, the verdict, and the line that gives it.
    public var json: JSONValue {
        [
            "bundleId": .string(best.bundleId),
            "entitled": .boolean(best.isEntitled),
            "environment": .string(best.environment),
            "name": .string(name),
            "originalTransactionId": .string(best.originalTransactionId),
            "productId": .optional(best.productId),
            "state": .string(best.state.rawValue),
            "transactionId": .optional(best.transactionId),
            "until": .optional(best.until),
        ]
    }
}
