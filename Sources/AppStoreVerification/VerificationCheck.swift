/// One rung of the ladder that a payload climbs, with its result.
public struct VerificationCheck: Hashable, Sendable {
    /// What became of a check.
    public enum Result: String, Hashable, Sendable {
        case passed
        case failed
        /// An earlier failure left nothing to check.
        case notReached = "not reached"
        /// The configuration asks for no such check.
        case notAsked = "not asked"
    }

    /// The code that a failure of this check would bear.
    public var code: FailureCode
    /// What is checked, in a few words.
    public var title: String
    /// What became of it.
    public var result: Result
    /// What would have passed, where the check failed.
    public var expected: String?
    /// What was found.
    public var got: String?
    /// The nested JWS that was checked; `nil` for the outer one.
    public var path: String?
}
