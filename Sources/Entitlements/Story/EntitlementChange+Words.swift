internal import AppStoreModels

extension EntitlementChange {
    /// What has changed, in plain words; nil for what is no change of an answer.
    func sentence(before: EntitlementAnswer?, held: HeldLine) -> Sentence? {
        let product: Sentence = "\(name: answer.productId ?? "an unknown product")"
        switch type {
        case .granted: return granted(product, before: before, held: held)
        case .renewed:
            let isRecovery = before?.state == .gracePeriod || before?.state == .billingRetry
            return (isRecovery ? "Payment succeeded, renewed " : "Renewed ") + product + access
        case .extended: return "The end was moved" + answer.untilWords(" to ", " away")
        case .productChanged:
            return "Changed from \(name: before?.productId ?? "another product") to " + product + access
        case .graceStarted: return "Payment failed" + access
        case .billingRetryStarted:
            let start: Sentence =
                before?.state == .gracePeriod
                ? "The grace period ended without a payment, access ended" : "Payment failed, access ended"
            return start + retryWords
        case .expired: return "Access ended" + answer.expirationWords
        case .revoked: return revoked(held)
        case .restored: return "The refund was taken back" + access
        case .autoRenewChanged: return renewalChanged
        case .credited: return "Paid for " + product
        case .refunded: return "Refunded transaction \(name: transactionId ?? answer.transactionId ?? "")"
        case .consumptionRequested, .priceIncreasePending, .priceIncreaseAccepted, .offerRedeemed,
            .notificationRecorded:
            return nil
        }
    }

    private var access: Sentence { answer.untilWords(", access until ", ", access without end") }

    private var retryWords: Sentence {
        guard let end = answer.expiresDate else { return "" }
        return "; the App Store tries again until \(at: Instant.adding(LineEvaluation.billingRetryLength, to: end))"
    }

    private func granted(_ product: Sentence, before: EntitlementAnswer?, held: HeldLine) -> Sentence {
        if isFamilyShared(held) { return "Got " + product + " through Family Sharing" + access }
        switch answer.because.rule {
        case .owned, .durationNotConfigured: return "Bought " + product
        case .durationRunning: return "Bought " + product + access
        default: return "Started " + product + (before == nil ? "" : " again") + access
        }
    }

    private func revoked(_ held: HeldLine) -> Sentence {
        let isShared = answer.because.rule == .familyRevoked || isFamilyShared(held)
        return isShared ? "Family Sharing ended, and access with it" : "Refunded, access ended"
    }

    private func isFamilyShared(_ held: HeldLine) -> Bool {
        let transaction = held.transactions.first { $0.id == answer.transactionId }
        return transaction?.statement.inAppOwnershipType == InAppOwnershipType.familyShared.rawValue
    }

    private var renewalChanged: Sentence {
        if answer.autoRenewStatus == 0 { return "Renewal turned off" + access(ifEntitled: answer) }
        if let next = answer.autoRenewProductId, next != answer.productId {
            return "Will change to \(name: next) at the next renewal"
        }
        return "Renewal turned on"
    }

    private func access(ifEntitled answer: EntitlementAnswer) -> Sentence { answer.isEntitled ? access : "" }
}

extension EntitlementAnswer {
    /// The end of access after some words, or other words where there is no end.
    func untilWords(_ words: String, _ endless: String) -> Sentence {
        until.map { "\(words: words)\(at: $0)" } ?? "\(words: endless)"
    }

    /// Apple's number for why a subscription expired, in words.
    var expirationWords: Sentence {
        switch because.expirationIntent {
        case 1: ": the customer had turned renewal off"
        case 2: ": no payment succeeded"
        case 3: ": the customer did not agree to a higher price"
        case 4: ": the product was not for sale at the renewal"
        case let intent?: ": Apple gives expirationIntent \(intent)"
        case nil: ""
        }
    }
}
