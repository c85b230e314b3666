public import StrictJSON

extension EntitlementAnswer {
    /// The answer as JSON: names sorted, times in milliseconds, absent values `null`.
    ///
    /// Xcode data, whose ids restart at every reset, has one more member `realm`; a consumable has `quantity`. The
    /// explanation can be left out.
    public func json(includesBecause: Bool = true) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember("appAccountToken", .optional(appAccountToken)),
            JSONMember("appTransactionId", .optional(appTransactionId)),
            JSONMember("autoRenewProductId", .optional(autoRenewProductId)),
            JSONMember("autoRenewStatus", .optional(autoRenewStatus.map(Int64.init))),
        ]
        if includesBecause { members.append(JSONMember("because", because.json)) }
        members += [
            JSONMember("bundleId", .string(bundleId)),
            JSONMember("entitled", .boolean(isEntitled)),
            JSONMember("environment", .string(environment)),
            JSONMember("expiresDate", .optional(expiresDate)),
            JSONMember("gracePeriodExpiresDate", .optional(gracePeriodExpiresDate)),
            JSONMember("originalTransactionId", .string(originalTransactionId)),
            JSONMember("productId", .optional(productId)),
            JSONMember("purchaseDate", .optional(purchaseDate)),
        ]
        if isConsumable { members.append(JSONMember("quantity", .integer(quantity))) }
        if !scope.realm.isEmpty { members.append(JSONMember("realm", .string(scope.realm))) }
        members += [
            JSONMember("revocationDate", .optional(revocationDate)),
            JSONMember("revokedTransactionIds", .array(revokedTransactionIds.map(JSONValue.string))),
            JSONMember("state", .string(state.rawValue)),
            JSONMember("subscriptionGroupIdentifier", .optional(subscriptionGroupIdentifier)),
            JSONMember("transactionId", .optional(transactionId)),
            JSONMember("type", .optional(type)),
            JSONMember("until", .optional(until)),
        ]
        return .object(members)
    }
}

extension Because {
    /// The explanation as JSON, names sorted.
    public var json: JSONValue {
        var members: [JSONMember] = []
        if let expirationIntent { members.append(JSONMember("expirationIntent", .integer(expirationIntent))) }
        members += [
            JSONMember("facts", .array(facts.map(\.json))),
            JSONMember("flags", .array(flags.map { .string($0.rawValue) })),
            JSONMember("rule", .string(rule.rawValue)),
        ]
        return .object(members)
    }
}

extension FactReference {
    /// The reference as JSON, names sorted.
    public var json: JSONValue {
        [
            "date": .integer(stamp.date),
            "digest": .string(stamp.digest.hexadecimal),
            "id": .string(identity.id),
            "kind": .string(identity.kind.rawValue),
        ]
    }
}
