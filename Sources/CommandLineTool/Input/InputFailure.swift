internal import AppStoreVerification

/// What is wrong with an input before it is anything signed: a judgement about it, not a mistake in the command.
package enum InputFailure: Error, Hashable, Sendable {
    /// There is nothing but white space.
    case empty
    /// There are more bytes than `limit`.
    case tooLarge(limit: Int)
    /// It is something else than signed data of the App Store.
    case kind(ForeignInput)

    /// The failure code.
    package var code: String {
        switch self {
        case .empty: "input.empty"
        case .tooLarge: "input.too_large"
        case .kind: "input.kind"
        }
    }

    /// What happened, in one line.
    package var message: String {
        switch self {
        case .empty: "the input is empty"
        case .tooLarge(let limit): "the input is larger than \(limit) bytes"
        case .kind: "the input is not App Store signed data"
        }
    }

    /// What should have been there.
    package var expected: String? {
        switch self {
        case .empty, .kind: "a compact JWS, or JSON with signedPayload"
        case .tooLarge(let limit): "at most \(limit) bytes"
        }
    }

    /// What is there instead.
    package var got: String? {
        guard case .kind(let foreign) = self else { return nil }
        return foreign.name
    }

    /// The next step.
    package var hint: String? {
        guard case .kind(let foreign) = self else { return nil }
        return foreign.hint
    }
}

extension VerificationFailure {
    /// Says it in the verifier's words.
    init(_ failure: InputFailure) {
        self.init(
            FailureCode(rawValue: failure.code), failure.message, expected: failure.expected, got: failure.got,
            hint: failure.hint)
    }
}
