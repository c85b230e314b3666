internal import AppStoreModels

extension EntitlementAnswer {
    /// The rule that decided, in one sentence.
    var reason: Sentence {
        let product: Sentence = "\(name: productId ?? "an unknown product")"
        switch because.rule {
        case .currentPeriod: return "The latest period of " + product + " that has begun still runs" + periodWords
        case .upcomingPeriod:
            return "No period of " + product + " has begun by this clock; the first one counts" + periodWords
        case .renewalBeforeStart:
            return "The last known period of " + product
                + " is over, but a renewal signed before its own start shows that the subscription went on"
        case .revoked: return "This purchase of " + product + " was refunded or taken back" + revokedWords
        case .familyRevoked:
            return "Family Sharing of " + product
                + " ended before this period began, and nothing signed since says that it came back" + revokedWords
        case .gracePeriod:
            return "The payment failed, and the renewal info grants access until its grace date"
        case .gracePeriodCapped:
            return "The payment failed, and the App Store says grace without a date; access stays for the time that is "
                + "configured"
        case .billingRetry:
            return "The period is over, the payment failed, and the App Store tries again for up to 60 days"
        case .expired: return "The latest period of " + product + " is over" + endedWords + expirationWords
        case .noTransaction: return "Only renewal info or a status is known, and no transaction that shows a purchase"
        case .expiresDateMissing: return "The transaction of a subscription does not say when its period ends"
        case .purchaseDateMissing: return "The purchase does not say when it began, so its end cannot be told"
        case .typeUnknown: return "The type of the product is missing or new"
        case .owned: return product + " is owned until it is refunded"
        case .durationRunning: return "The time that is configured for " + product + " still runs"
        case .durationEnded: return "The time that is configured for " + product + " is over" + endedWords
        case .durationNotConfigured: return product + " has no configured duration, and so it does not end"
        case .credited: return product + " was paid for; it is a credit, not an entitlement"
        }
    }

    private var periodWords: Sentence {
        guard let purchaseDate, let expiresDate else { return "" }
        let own: Sentence = ": from \(at: purchaseDate) to \(at: expiresDate)"
        guard let until, until != expiresDate else { return own }
        return own + "; with the periods that follow it, access lasts until \(at: until)"
    }

    private var endedWords: Sentence { expiresDate.map { ", since \(at: $0)" } ?? "" }

    private var revokedWords: Sentence { revocationDate.map { ", on \(at: $0)" } ?? "" }

    /// What is to come, as far as it is known.
    func expectedSteps(now: Int64) -> [LineStory.ExpectedStep] {
        var steps: [LineStory.ExpectedStep] = []
        func expect(_ date: Int64?, _ sentence: Sentence) {
            guard let date, date > now else { return }
            steps.append(LineStory.ExpectedStep(date: date, sentence: sentence))
        }
        if state.isEntitled { expect(revocationDate, "the purchase is taken back") }
        switch state {
        case .active where because.rule == .durationRunning: expect(until, "access ends")
        case .active:
            switch autoRenewStatus {
            case 0: expect(until, "access ends, as renewal is turned off")
            case 1:
                let next = autoRenewProductId.map { " as \(name: $0)" as Sentence } ?? ""
                expect(until, "renews" + next + "; access ends unless the renewal arrives")
            default: expect(until, "access ends unless a renewal arrives")
            }
        case .gracePeriod: expect(until, "access ends unless a payment succeeds")
        case .billingRetry:
            expect(
                expiresDate.map { Instant.adding(LineEvaluation.billingRetryLength, to: $0) },
                "the App Store stops trying to charge")
        case .expired, .revoked, .unknown, .credited: break
        }
        return steps
    }
}

extension EvaluationFlag {
    /// What the flag means and what to do about it, in one sentence.
    package var sentence: Sentence {
        switch self {
        case .upgradedReplacementUnknown:
            "The current period was upgraded, and the purchase that took its place is not known here"
        case .renewalBeforeStart: "Access rests on a renewal that has not begun; the periods before it are missing here"
        case .graceDateMissing: "Access rests on a status that says grace without a date"
        case .customerConflict: "The line carried the account tokens of more than one customer"
        case .expiresDateMissing: "The transaction of a subscription has no end"
        case .purchaseDateMissing: "A transaction has no start"
        case .typeUnknown: "The type of the product is missing or new"
        case .transactionMissing: "No transaction came yet; ask the App Store for the line's transactions"
        }
    }
}
