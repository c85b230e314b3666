internal import AppStoreModels

extension LineEvaluation {
    /// A non-consumable is owned until it is revoked.
    func nonConsumable(_ purchase: Purchase) -> EntitlementAnswer {
        revoked(purchase) ?? draft(purchase, .active, because: Because(rule: .owned, facts: purchase.references))
    }

    /// A consumable is a credit, not an entitlement.
    func consumable(_ purchase: Purchase) -> EntitlementAnswer {
        revoked(purchase) ?? draft(purchase, .credited, because: Because(rule: .credited, facts: purchase.references))
    }

    /// A non-renewing purchase ends after the duration that configuration gives its product, in UTC.
    func nonRenewing(_ purchase: Purchase) -> EntitlementAnswer {
        if let answer = revoked(purchase) { return answer }
        let facts = purchase.references
        let duration = purchase.statement.productId.flatMap { configuration.nonRenewingDurations[$0] }
        guard let duration else {
            return draft(purchase, .active, because: Because(rule: .durationNotConfigured, facts: facts))
        }
        guard let start = purchase.purchaseDate else {
            let because = Because(rule: .purchaseDateMissing, facts: facts, flags: [.purchaseDateMissing])
            return draft(purchase, .unknown, because: because)
        }
        let end = duration.end(from: start)
        let isRunning = now < end
        let rule: EvaluationRule = isRunning ? .durationRunning : .durationEnded
        var answer = draft(purchase, isRunning ? .active : .expired, because: Because(rule: rule, facts: facts))
        answer.expiresDate = end
        answer.until = isRunning ? end : nil
        return answer
    }

    /// Nothing shows how a purchase of this type is to be judged.
    func unknown(_ purchase: Purchase) -> EntitlementAnswer {
        let because = Because(rule: .typeUnknown, facts: purchase.references, flags: [.typeUnknown])
        return draft(purchase, .unknown, because: because)
    }

    private func revoked(_ purchase: Purchase) -> EntitlementAnswer? {
        guard purchase.revocation(at: now, configuration.partialRevocation) != nil else { return nil }
        return draft(purchase, .revoked, because: Because(rule: .revoked, facts: purchase.references))
    }
}
