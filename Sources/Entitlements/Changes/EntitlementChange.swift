internal import AppStoreModels

/// One thing that has become different about a line since its answers were told last.
public struct EntitlementChange: Hashable, Sendable {
    /// What has become different.
    public var type: EntitlementEventType
    /// The answer as it is now.
    public var answer: EntitlementAnswer
    /// The transaction meant, where it is not the answer's own: a refunded earlier period's.
    public var transactionId: String?

    /// Puts a change together.
    public init(_ type: EntitlementEventType, _ answer: EntitlementAnswer, transactionId: String? = nil) {
        self.type = type
        self.answer = answer
        self.transactionId = transactionId
    }
}

extension EntitlementChange {
    /// What to tell those who were told `told`, now that the answers are `answers`.
    ///
    /// Only what matters to them: a period that follows another without a gap changes nothing until the end moves.
    ///
    /// - Parameters:
    ///   - told: The answers told last; empty when nothing was told yet.
    ///   - answers: The answers now.
    ///   - record: The line behind the answers.
    /// - Returns: The changes, those of the first answer first.
    public static func changes(
        from told: [EntitlementAnswer], to answers: [EntitlementAnswer], in record: LineRecord
    ) -> [EntitlementChange] {
        var earlier: [AnswerKey: EntitlementAnswer] = [:]
        for answer in told { earlier[AnswerKey(answer)] = answer }
        // Every answer of a line carries the line's whole list of refunds.
        let refunded = told.first.map { Set($0.revokedTransactionIds) } ?? []
        var changes: [EntitlementChange] = []
        for answer in answers {
            let before = earlier[AnswerKey(answer)]
            changes += access(from: before, to: answer, in: record)
            changes += renewal(from: before, to: answer)
        }
        guard let first = answers.first else { return changes }
        let announced = Set(answers.filter { $0.state == .revoked }.compactMap(\.transactionId))
        for id in first.revokedTransactionIds where !refunded.contains(id) && !announced.contains(id) {
            changes.append(EntitlementChange(.refunded, first, transactionId: id))
        }
        return changes
    }

    private static func access(
        from before: EntitlementAnswer?, to answer: EntitlementAnswer, in record: LineRecord
    ) -> [EntitlementChange] {
        let type: EntitlementEventType? =
            switch (before?.state, answer.state) {
            case (.credited, .credited): nil
            case (_, .credited): .credited
            case (.credited, .revoked): .refunded
            case (let state, .revoked): state == .revoked ? nil : .revoked
            case (let state, .expired): state == .expired ? nil : .expired
            case (let state, .billingRetry): state == .billingRetry ? nil : .billingRetryStarted
            case (let state?, .unknown): state.isEntitled ? .expired : nil
            case (nil, .unknown): nil
            case (let state, .active), (let state, .gracePeriod):
                begun(from: before, wasEntitled: state?.isEntitled ?? false, to: answer, in: record)
            }
        return type.map { [EntitlementChange($0, answer)] } ?? []
    }

    /// The change that leads to an answer with access.
    private static func begun(
        from before: EntitlementAnswer?, wasEntitled: Bool, to answer: EntitlementAnswer, in record: LineRecord
    ) -> EntitlementEventType? {
        guard let before, wasEntitled else {
            let isSame = before?.transactionId == answer.transactionId
            if before?.state == .revoked, isSame { return .restored }
            if answer.state == .gracePeriod { return .graceStarted }
            // Payment came after all, or the end was told by the clock before news of the next period came.
            let isGoingOn = before?.state == .billingRetry || before?.state == .expired
            return isGoingOn && (isSame || isRenewal(answer, in: record)) ? .renewed : .granted
        }
        if before.productId != answer.productId { return .productChanged }
        if before.state != answer.state { return answer.state == .gracePeriod ? .graceStarted : .renewed }
        guard before.until != answer.until else { return nil }
        let isSamePurchase = before.transactionId == answer.transactionId || before.purchaseDate == answer.purchaseDate
        return isSamePurchase && before.expiresDate != answer.expiresDate ? .extended : .renewed
    }

    private static func isRenewal(_ answer: EntitlementAnswer, in record: LineRecord) -> Bool {
        guard let id = answer.transactionId else { return false }
        let identity = FactIdentity(scope: record.scope, kind: .transaction, id: id)
        guard case .transaction(let transaction) = record.held(identity)?.statement else { return false }
        return transaction.transactionReason == "RENEWAL"
    }

    private static func renewal(from before: EntitlementAnswer?, to answer: EntitlementAnswer) -> [EntitlementChange] {
        // What a line tells of its renewal when first met is part of that answer.
        guard let before, let status = answer.autoRenewStatus, let earlier = before.autoRenewStatus else { return [] }
        let isSame = status == earlier && before.autoRenewProductId == answer.autoRenewProductId
        return isSame ? [] : [EntitlementChange(.autoRenewChanged, answer)]
    }
}

/// What makes two answers of one line, at two times, answers to one question.
private enum AnswerKey: Hashable {
    case subscription
    case nonConsumable
    case transaction(String?)

    init(_ answer: EntitlementAnswer) {
        switch answer.because.rule {
        case .owned: self = .nonConsumable
        case .credited, .typeUnknown, .durationRunning, .durationEnded, .durationNotConfigured, .purchaseDateMissing:
            self = .transaction(answer.transactionId)
        case .revoked: self = AnswerKey(revoked: answer)
        default: self = .subscription
        }
    }

    /// A revoked answer no longer tells by its rule what it was.
    private init(revoked answer: EntitlementAnswer) {
        switch answer.type.map(ProductType.init(rawValue:)) {
        case .nonConsumable: self = .nonConsumable
        case .consumable, .nonRenewingSubscription: self = .transaction(answer.transactionId)
        default: self = .subscription
        }
    }
}
