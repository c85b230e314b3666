extension EntitlementAnswer {
    /// An answer whose other members are absent, for those who keep answers and give them back.
    package init(scope: AppScope, originalTransactionId: String, state: EntitlementState, because: Because) {
        self.init(
            scope: scope, originalTransactionId: originalTransactionId, type: nil, state: state,
            revokedTransactionIds: [], because: because)
    }
}
