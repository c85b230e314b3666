public import AppStoreVerification

/// A signed field of an answer that is not verified.
public struct SignedFieldFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it stands, such as `signedTransactions[3]`.
    public let path: String
    /// Its place in the list, from 0; `nil` where there is no list.
    public let index: Int?
    /// The first check that failed.
    public let failure: VerificationFailure

    /// Names a field and what is wrong with it.
    public init(path: String, index: Int? = nil, failure: VerificationFailure) {
        self.path = path
        self.index = index
        self.failure = failure
    }

    /// One line for people; holds nothing of the payload.
    public var description: String { "\(path): \(failure)" }
}
