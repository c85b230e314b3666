package import AppStoreVerification
internal import StrictJSON

/// What was posted where a notification is expected.
package enum NotificationBody: Hashable, Sendable {
    /// The JWS of a notification, still to be verified.
    case signedPayload([UInt8])
    /// Something else that is known by name: it is kept, labelled, and never believed.
    case foreign(Label)

    /// Bodies that are sent to notification endpoints without being notifications of version 2.
    package enum Label: String, Hashable, Sendable {
        /// A notification of version 1, which Apple still sends for a while after the version was changed.
        case version1 = "App Store Server Notification version 1"
        /// An account event of Sign in with Apple.
        case signInWithApple = "Sign in with Apple event"
    }

    /// Reads a body: `{"signedPayload": "..."}`, or, where that is accepted, a JWS alone.
    ///
    /// - Throws: ``VerificationFailure`` with `input.empty` or `input.kind`.
    package init(_ bytes: [UInt8], acceptsBareJWS: Bool = true) throws(VerificationFailure) {
        guard let first = bytes.firstIndex(where: { !NotificationBody.isWhiteSpace($0) }),
            let last = bytes.lastIndex(where: { !NotificationBody.isWhiteSpace($0) })
        else {
            throw VerificationFailure(
                .inputEmpty, "the body is empty", expected: "{\"signedPayload\": \"...\"}")
        }
        guard bytes[first] == UInt8(ascii: "{") else {
            guard acceptsBareJWS else {
                throw VerificationFailure(
                    .inputKind, "the body is not a JSON object", expected: "{\"signedPayload\": \"...\"}")
            }
            self = .signedPayload(Array(bytes[first...last]))
            return
        }
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch {
            throw VerificationFailure(
                .inputKind, "the body is not acceptable JSON", expected: "{\"signedPayload\": \"...\"}",
                got: error.description)
        }
        if let payload = root["signedPayload"]?.string {
            self = .signedPayload(Array(payload.utf8))
        } else if root["notification_type"] != nil {
            self = .foreign(.version1)
        } else if NotificationBody.isAccountEvent(root) {
            self = .foreign(.signInWithApple)
        } else {
            let names = root.members.prefix(6).map(\.name)
            throw VerificationFailure(
                .inputKind, "the body is no notification", expected: "{\"signedPayload\": \"...\"}",
                got: names.isEmpty ? "an empty object" : "an object with \(names.joined(separator: ", "))")
        }
    }

    /// Sign in with Apple posts `{"payload": "<JWT>"}`; its claims hold `events`, and the issuer is Apple's account host.
    private static func isAccountEvent(_ root: JSONNode) -> Bool {
        if let token = root["payload"]?.string { return token.utf8.count { $0 == UInt8(ascii: ".") } == 2 }
        return root["events"] != nil && root["iss"] != nil
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
