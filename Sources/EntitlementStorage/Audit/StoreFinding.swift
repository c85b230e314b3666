package import Entitlements

/// Something in a store that contradicts something else in it.
package struct StoreFinding: Hashable, Sendable {
    /// What kind of contradiction it is; the raw values are stable.
    package enum Kind: String, Hashable, CaseIterable, Sendable {
        /// A line has no projection.
        case projectionMissing = "projection.missing"
        /// A projection is not what its line gives at its instant.
        case projectionDiffers = "projection.differs"
        /// A stored payload has another digest than it is kept under.
        case digestDiffers = "digest.differs"
        /// A stored statement is not what its payload says.
        case statementDiffers = "statement.differs"
        /// The version that is marked as held is not the greatest.
        case heldDiffers = "held.differs"
        /// A total is not the number of rows.
        case totalDiffers = "total.differs"
        /// A row cannot be read.
        case unreadable
    }

    /// What kind of contradiction it is.
    package var kind: Kind
    /// The line it is about, where it is about one.
    package var line: LineIdentity?
    /// What it is about: a transaction, a notification, a total.
    package var subject: String
    /// One line for people.
    package var message: String

    /// Whether it can be put right from what is held: projections are derived.
    package var isRepairable: Bool { line != nil && (kind == .projectionMissing || kind == .projectionDiffers) }

    /// Puts a finding together.
    package init(_ kind: Kind, line: LineIdentity? = nil, subject: String, message: String) {
        self.kind = kind
        self.line = line
        self.subject = subject
        self.message = message
    }
}
