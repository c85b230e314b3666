internal import AppStoreModels

extension HeldLine {
    /// The first instant after another at which the answers may change although nothing new is said.
    ///
    /// Every such instant is found; at some of those found nothing changes.
    func nextBound(after instant: Int64, configuration: EvaluationConfiguration) -> Int64? {
        var next: Int64?
        func consider(_ bound: Int64?) {
            guard let bound, bound > instant, next.map({ bound < $0 }) ?? true else { return }
            next = bound
        }
        for transaction in transactions {
            let statement = transaction.statement
            consider(statement.purchaseDate)
            consider(statement.revocationDate)
            // A renewal signed before its start may be current from when it was signed.
            consider(transaction.firstSignedDate)
            consider(transaction.stamp.date)
            if let end = statement.expiresDate {
                consider(end)
                // Which of the caps holds is for the purchase as a whole to say.
                for seconds in [configuration.graceCapSeconds, configuration.weeklyGraceCapSeconds] {
                    consider(Instant.adding(Instant.milliseconds(seconds: seconds), to: end))
                }
                consider(Instant.adding(LineEvaluation.billingRetryLength, to: end))
            }
            if let start = statement.purchaseDate, PurchaseKind(statement) == .nonRenewing,
                let duration = statement.productId.flatMap({ configuration.nonRenewingDurations[$0] })
            {
                consider(duration.end(from: start))
            }
        }
        consider(renewal?.content.gracePeriodExpiresDate)
        return next
    }
}
