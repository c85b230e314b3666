/// The first check that failed, what it expected, what it found, and what to do about it.
public struct VerificationFailure: Error, Hashable, Sendable {
    /// The stable name of the check.
    public var code: FailureCode
    /// One sentence for people: lower case, no full stop.
    public var message: String
    /// What would have passed.
    public var expected: String?
    /// What was found.
    public var got: String?
    /// What to do next.
    public var hint: String?
    /// Where in the payload the failing nested JWS stands, such as `data.signedTransactionInfo`.
    public var path: String?

    /// Describes a failure.
    public init(
        _ code: FailureCode, _ message: String, expected: String? = nil, got: String? = nil, hint: String? = nil,
        path: String? = nil
    ) {
        self.code = code
        self.message = message
        self.expected = expected
        self.got = got.map(VerificationFailure.shortened)
        self.hint = hint
        self.path = path
    }

    /// The stage of verification that failed.
    public var stage: String { code.stage }

    /// The failure, placed at a nested JWS.
    func at(_ path: String) -> VerificationFailure {
        var copy = self
        copy.path = path
        return copy
    }

    /// Found values come from untrusted bytes: at most 120 characters of them are repeated.
    private static func shortened(_ text: String) -> String {
        text.count <= 120 ? text : text.prefix(100) + "… (\(text.utf8.count) bytes)"
    }
}

extension VerificationFailure: CustomStringConvertible {
    /// Code and message; holds nothing of the payload.
    public var description: String { "\(code): \(message)" }
}
