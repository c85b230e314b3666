/// The place of a version among the versions of its fact: date first, digest where dates are equal.
///
/// Time of arrival takes no part, which is why the order of arrival cannot matter.
public struct FactStamp: Hashable, Comparable, Sendable {
    /// When the statement was signed, in milliseconds since 1970.
    public var date: Int64
    /// The digest of the signed payload.
    public var digest: FactDigest

    /// Pairs a date with a digest.
    public init(date: Int64, digest: FactDigest) {
        self.date = date
        self.digest = digest
    }

    /// Orders by date, then by digest.
    public static func < (left: FactStamp, right: FactStamp) -> Bool {
        left.date == right.date ? left.digest < right.digest : left.date < right.date
    }
}
