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
        self.expected = expected.map { VerificationFailure.printable($0, limit: 1000) }
        self.got = got.map { VerificationFailure.printable($0, limit: 120) }
        self.hint = hint.map { VerificationFailure.printable($0, limit: 1000) }
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

    /// Values that were found come from untrusted bytes: little of them is repeated, and nothing that a terminal obeys.
    ///
    /// What is expected may name an issuer that was found, or all apps that are configured, so it may be longer.
    private static func printable(_ text: String, limit: Int) -> String {
        if text.isEmpty { return "an empty text" }
        // Scalars are counted: one character can be megabytes long.
        var result = ""
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < limit else { return result + "… (\(text.utf8.count) bytes)" }
            count += 1
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension VerificationFailure: CustomStringConvertible {
    /// Code and message; holds nothing of the payload.
    public var description: String { "\(code): \(message)" }
}
