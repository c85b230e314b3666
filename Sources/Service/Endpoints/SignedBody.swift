internal import AppStoreVerification
internal import StrictJSON

/// Finds the JWS in a request body: the body itself, or a member of a JSON object.
enum SignedBody {
    /// The names under which Apple's own interfaces carry a JWS.
    static let everyName = [
        "signedPayload", "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo",
        "signedTransaction",
    ]

    /// The JWS, without the white space around it; whether it is one is for the verifier to say.
    static func jws(in body: [UInt8], names: [String]) throws(VerificationFailure) -> [UInt8] {
        let expected = "a JWS, or {\"\(names.first ?? "")\": \"...\"}"
        guard let first = body.firstIndex(where: { !isWhiteSpace($0) }),
            let last = body.lastIndex(where: { !isWhiteSpace($0) })
        else { throw VerificationFailure(.inputEmpty, "the body is empty", expected: expected) }
        switch body[first] {
        case UInt8(ascii: "{"): break
        case UInt8(ascii: "\""), UInt8(ascii: "["):
            throw VerificationFailure(
                .inputKind, "the body is no signed data", expected: expected, got: "a JSON string or array")
        default: return Array(body[first...last])
        }
        let root: JSONNode
        do { root = try JSONDocument(parsing: body).root } catch {
            throw VerificationFailure(
                .inputKind, "the body is not acceptable JSON", expected: expected, got: error.description)
        }
        let found = names.compactMap { root[$0]?.string }
        guard let jws = found.first, found.count == 1 else {
            let members = root.members.prefix(6).map { $0.name.prefix(40) }.joined(separator: ", ")
            throw VerificationFailure(
                .inputKind, "the body holds no signed data, or more than one", expected: expected,
                got: "an object with \(members.isEmpty ? "no members" : members)")
        }
        return Array(jws.utf8)
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
