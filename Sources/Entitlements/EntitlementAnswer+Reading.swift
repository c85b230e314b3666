public import StrictJSON

extension EntitlementAnswer {
    /// Reads what ``json(includesBecause:)`` wrote, the explanation included; `nil` when it is anything else.
    public init?(json node: JSONNode) {
        func integer(_ name: String) -> Int64? { node[name]?.number?.integer }
        guard let environment = node["environment"]?.string, let bundleId = node["bundleId"]?.string,
            let line = node["originalTransactionId"]?.string,
            let state = node["state"]?.string.flatMap(EntitlementState.init(rawValue:))
        else { return nil }
        let scope = AppScope(environment: environment, bundleId: bundleId, realm: node["realm"]?.string ?? "")
        guard let because = node["because"].flatMap({ Because(json: $0, scope: scope) }) else { return nil }
        guard let ids = node["revokedTransactionIds"]?.elements else { return nil }
        let revoked = ids.compactMap(\.string)
        self.init(
            scope: scope, originalTransactionId: line, type: node["type"]?.string,
            productId: node["productId"]?.string,
            subscriptionGroupIdentifier: node["subscriptionGroupIdentifier"]?.string,
            transactionId: node["transactionId"]?.string, state: state, purchaseDate: integer("purchaseDate"),
            expiresDate: integer("expiresDate"), gracePeriodExpiresDate: integer("gracePeriodExpiresDate"),
            revocationDate: integer("revocationDate"), autoRenewStatus: integer("autoRenewStatus").map { Int($0) },
            autoRenewProductId: node["autoRenewProductId"]?.string, appAccountToken: node["appAccountToken"]?.string,
            appTransactionId: node["appTransactionId"]?.string, revokedTransactionIds: revoked,
            until: integer("until"), because: because)
    }
}

extension Because {
    /// Reads what ``json`` wrote about facts of an app; `nil` when it is anything else.
    init?(json node: JSONNode, scope: AppScope) {
        guard let rule = node["rule"]?.string.flatMap(EvaluationRule.init(rawValue:)),
            let references = node["facts"]?.elements, let words = node["flags"]?.elements
        else { return nil }
        var facts: [FactReference] = []
        for reference in references {
            guard let fact = FactReference(json: reference, scope: scope) else { return nil }
            facts.append(fact)
        }
        var flags: [EvaluationFlag] = []
        for word in words {
            guard let flag = word.string.flatMap(EvaluationFlag.init(rawValue:)) else { return nil }
            flags.append(flag)
        }
        self.init(
            rule: rule, facts: facts, flags: flags,
            expirationIntent: node["expirationIntent"]?.number?.integer.map { Int($0) })
    }
}

extension FactReference {
    /// Reads what ``json`` wrote about a fact of an app; `nil` when it is anything else.
    init?(json node: JSONNode, scope: AppScope) {
        guard let kind = node["kind"]?.string.flatMap(FactKind.init(rawValue:)), let id = node["id"]?.string,
            let date = node["date"]?.number?.integer,
            let digest = node["digest"]?.string.flatMap(FactDigest.init(hexadecimal:))
        else { return nil }
        self.init(
            identity: FactIdentity(scope: scope, kind: kind, id: id), stamp: FactStamp(date: date, digest: digest))
    }
}
