internal import StrictJSON

extension ForeignInput {
    /// What a text without any dot is, when it is a receipt in one of its forms.
    init?(base64 text: ArraySlice<UInt8>) {
        guard text.count > 16, let bytes = LenientBase64.decode(text) else { return nil }
        if let binary = ForeignInput(bytes: bytes[...]) {
            guard binary == .binaryReceipt else { return nil }
            self = .receipt
        } else if let inner = LenientBase64.decode(bytes), ForeignInput(bytes: inner[...]) == .binaryReceipt {
            self = .doublyEncodedReceipt
        } else if bytes[...].trimmingWhiteSpace().starts(with: Array("{".utf8)), !bytes.contains(UInt8(ascii: ":")),
            bytes.contains(UInt8(ascii: "="))
        {
            // An old-style property list: { "signature" = "..."; }
            self = .transactionReceipt
        } else {
            return nil
        }
    }

    /// What bytes are, when they are a DER or BER sequence, which no text begins like.
    init?(bytes: ArraySlice<UInt8>) {
        guard bytes.first == 0x30, let length = bytes.dropFirst().first, (0x80...0x84).contains(length) else {
            return nil
        }
        self = .binaryReceipt
    }

    /// What a JSON object without signed members is.
    init(object: JSONNode) {
        let names = Set(object.members.map(\.name))
        if names.contains("notification_type") {
            self = .versionOneNotification
        } else if ForeignInput.isSignInWithAppleEvent(object) {
            self = .signInWithAppleEvent
        } else if names.contains("receipt-data") {
            self = .receipt
        } else if names.contains("latest_receipt") || (names.contains("receipt") && names.contains("status")) {
            self = .verifyReceiptAnswer
        } else if names.contains("errorCode"), names.contains("errorMessage") {
            self = .errorAnswer
        } else if !names.isDisjoint(with: ["notificationType", "transactionId", "originalTransactionId", "receiptType"])
        {
            self = .decodedPayload
        } else {
            self = .unsignedJSON
        }
    }

    /// Whether an object is the body of a Sign in with Apple event: `{"payload": JWT}` with `events` in its claims.
    static func isSignInWithAppleEvent(_ object: JSONNode) -> Bool {
        guard let token = object["payload"]?.string else { return false }
        let segments = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3, let bytes = LenientBase64.decode(segments[1]),
            let claims = try? JSONDocument(parsing: bytes)
        else { return false }
        return claims.root["events"] != nil
    }
}
