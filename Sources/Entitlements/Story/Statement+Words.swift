extension Statement {
    /// What a statement says, in one sentence.
    package func sentence(signed date: Int64) -> Sentence {
        switch self {
        case .transaction(let transaction): transaction.sentence + ", signed \(at: date)"
        case .renewalInfo(let renewal): "renewal info: " + renewal.sentence + ", signed \(at: date)"
        case .storeStatus(let status): "status \(status.status)\(words: status.words), signed \(at: date)"
        case .appTransaction(let app): "app transaction \(name: app.appTransactionId), signed \(at: date)"
        case .notification: "a notification, signed \(at: date)"
        }
    }
}

extension TransactionStatement {
    fileprivate var sentence: Sentence {
        var text: Sentence = "transaction \(name: transactionId)"
        if let productId { text += ": \(name: productId)" }
        switch (purchaseDate, expiresDate) {
        case (let start?, let end?): text += ", from \(at: start) to \(at: end)"
        case (let start?, nil): text += ", bought \(at: start)"
        case (nil, let end?): text += ", until \(at: end)"
        case (nil, nil): break
        }
        if let revocationDate {
            text += ", taken back \(at: revocationDate)"
            if let share = revocationPercentage, share < 100_000 { text += " in part" }
        }
        if isUpgraded { text += ", upgraded" }
        return text
    }
}

extension RenewalStatement {
    fileprivate var sentence: Sentence {
        var text: Sentence
        switch autoRenewStatus {
        case 0: text = "does not renew"
        case 1: text = "renews" + (autoRenewProductId.map { " as \(name: $0)" } ?? "")
        default: text = "does not say whether it renews"
        }
        if isInBillingRetryPeriod { text += ", a payment failed and is tried again" }
        if let gracePeriodExpiresDate { text += ", grace until \(at: gracePeriodExpiresDate)" }
        return text
    }
}

extension StatusStatement {
    fileprivate var words: String {
        switch status {
        case 1: " (active)"
        case 2: " (expired)"
        case 3: " (billing retry)"
        case 4: " (billing grace period)"
        case 5: " (revoked)"
        default: ""
        }
    }
}
