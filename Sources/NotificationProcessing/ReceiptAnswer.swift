internal import AppStoreModels
package import AppStoreVerification
package import StrictJSON

/// What is said of a receipt that was to be verified: the same object on the command line and over HTTP.
package struct ReceiptAnswer: Sendable {
    /// The receipt, or the first check that failed.
    package let result: Result<VerifiedReceipt, VerificationFailure>

    /// Verifies a receipt; a wanted kind of payload is one that no receipt is.
    package init(verifying input: ReceiptInput, wanted: String? = nil, by verifier: SignedDataVerifier, now: Int64) {
        do throws(VerificationFailure) {
            let receipt = try verifier.verifyReceipt(input, now: now)
            if let wanted {
                throw VerificationFailure(
                    .payloadKind, "the input is of another kind", expected: wanted, got: ReceiptAnswer.kind)
            }
            result = .success(receipt)
        } catch {
            result = .failure(error)
        }
    }

    /// What receipts are called among the kinds of payloads.
    package static let kind = "receipt"

    /// Whether all of it was verified.
    package var isValid: Bool {
        if case .success = result { true } else { false }
    }

    /// The members of the answer, in their order.
    package var members: [JSONMember] {
        switch result {
        case .success(let verified):
            [
                JSONMember("ok", true),
                JSONMember("kind", .string(ReceiptAnswer.kind)),
                JSONMember("environment", .string(verified.environment.rawValue)),
                JSONMember("payload", verified.receipt.json),
                JSONMember("nested", .object([])),
            ]
        case .failure(let failure):
            [JSONMember("ok", false)] + failure.members
        }
    }

    /// The answer as one object.
    package var json: JSONValue { .object(members) }
}
