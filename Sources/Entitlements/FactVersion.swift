/// One signed statement about one fact.
///
/// Identity, date and digest are its key: two versions with the same key say the same.
public struct FactVersion: Hashable, Sendable {
    /// What the statement is about.
    public var identity: FactIdentity
    /// Date and digest.
    public var stamp: FactStamp
    /// What it says.
    public var statement: Statement

    /// When the statement was signed, in milliseconds since 1970.
    ///
    /// A nested object without a date takes the enclosing notification's; with none anywhere it is 0.
    public var date: Int64 { stamp.date }

    /// The digest of the signed payload; for a store status, of its notification's.
    public var digest: FactDigest { stamp.digest }

    /// Puts a version together.
    public init(identity: FactIdentity, date: Int64, digest: FactDigest, statement: Statement) {
        self.identity = identity
        self.stamp = FactStamp(date: date, digest: digest)
        self.statement = statement
    }
}
