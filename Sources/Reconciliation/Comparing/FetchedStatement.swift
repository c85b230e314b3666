package import Entitlements
package import NotificationProcessing

/// Something signed that the App Store answered: verified, and ready to enter by the door of everything else.
package struct FetchedStatement: Hashable, Sendable {
    /// The question that it answers.
    package enum Origin: String, Hashable, CaseIterable, Sendable {
        case statuses = "subscription-statuses"
        case refunds = "refund-history"
        case transactions = "transaction-history"
    }

    /// What it says; a subscription's transaction comes with its renewal info.
    package var versions: [FactVersion]
    /// The question that it answers.
    package var origin: Origin
    /// What was signed, in the same order.
    package var contents: [ArrivedInput.Content]

    /// Puts a statement together.
    package init(_ versions: [FactVersion], origin: Origin, contents: [ArrivedInput.Content]) {
        self.versions = versions
        self.origin = origin
        self.contents = contents
    }

    /// The line that it speaks about.
    package var line: LineIdentity? {
        guard let version = versions.first, let id = version.statement.lineId else { return nil }
        return LineIdentity(scope: version.identity.scope, originalTransactionId: id)
    }
}
