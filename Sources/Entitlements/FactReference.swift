/// Points at one version of a fact, as the reason for an answer.
public struct FactReference: Hashable, Sendable {
    /// What the statement is about.
    public var identity: FactIdentity
    /// Date and digest.
    public var stamp: FactStamp

    /// Points at a version.
    public init(identity: FactIdentity, stamp: FactStamp) {
        self.identity = identity
        self.stamp = stamp
    }
}
