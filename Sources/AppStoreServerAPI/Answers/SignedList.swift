public import AppStoreModels
public import AppStoreVerification

/// Payloads that came signed in a list: those that are verified, and why the others are not.
public struct SignedList<Payload: AppStorePayload>: Sendable {
    /// Those that are verified, in their order.
    public internal(set) var verified: [Verified<Payload>] = []
    /// Those that are not, with their places.
    public internal(set) var failures: [SignedFieldFailure] = []

    init() {}

    /// How many there are in all.
    public var count: Int { verified.count + failures.count }

    /// All payloads, where all are verified.
    ///
    /// - Returns: The payloads.
    /// - Throws: ``ServerAPIError``, `unverified`, for the first that is not.
    public func all() throws(ServerAPIError) -> [Verified<Payload>] {
        if let first = failures.first { throw .unverified(first) }
        return verified
    }
}
