package import Entitlements

/// How the store and the App Store differ about one line.
package struct LineDifference: Hashable, Sendable {
    /// What kind of difference it is: the first that fits.
    package enum Kind: String, Hashable, CaseIterable, Sendable {
        /// The App Store does not know the id that the store holds.
        case unknownAtApple = "unknown-at-apple"
        /// The App Store knows the customer and lists nothing of the line.
        case unlisted
        /// Nothing is held of a line that the App Store has.
        case unknownHere = "unknown-here"
        /// A purchase was taken back, and the store does not know.
        case refund
        /// A purchase or a period of the line is not held.
        case missing
        /// All purchases are held, but not the newest word about them.
        case stale
        /// Everything signed agrees, and the status that is told beside it does not.
        case status
    }

    /// One statement that the store does not hold.
    package struct Evidence: Hashable, Sendable {
        /// Which question it answers.
        package var origin: FetchedStatement.Origin
        /// The statement.
        package var version: FactVersion
    }

    /// What kind of difference it is.
    package var kind: Kind
    /// What the store answers, at the moment of comparing.
    package var ours: [EntitlementAnswer]
    /// What it would answer with the App Store's statements.
    package var theirs: [EntitlementAnswer]
    /// The status that the App Store told, where it told one.
    package var status: Int?
    /// What the store does not hold.
    package var evidence: [Evidence]
}
