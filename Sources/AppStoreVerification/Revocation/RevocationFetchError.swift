/// Why a responder could not be asked.
public struct RevocationFetchError: Error, Hashable, Sendable {
    /// One line for people, which holds nothing secret.
    public var reason: String

    /// Tells why.
    public init(_ reason: String) { self.reason = reason }
}
