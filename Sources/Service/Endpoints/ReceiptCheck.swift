internal import AppStoreModels
internal import AppStoreVerification
internal import HTTPServing
internal import NotificationProcessing
internal import StrictJSON

/// Takes an app receipt and answers what it proves; nothing of it is stored.
///
/// A receipt tells what was bought when it was made. What holds now only the store's own statements say, so that its
/// ids are a place to start from and no facts.
struct ReceiptCheck: Endpoint {
    static let operation = Operation(method: "POST", path: "/v1/receipts", body: .any, statuses: [200, 400])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        do throws(VerificationFailure) {
            let input = try ReceiptCheck.input(request.body)
            let verified = try parts.verifier.verifyReceipt(input, requiresPurchase: true, now: parts.now())
            return .json(ReceiptCheck.answer(to: verified))
        } catch {
            throw Problem(error)
        }
    }

    private static func input(_ body: [UInt8]) throws(VerificationFailure) -> ReceiptInput {
        if let receipt = ReceiptInput(recognizing: body[...]) { return receipt }
        let expected = "a receipt in base64, or {\"receipt-data\": \"...\"}"
        guard let first = body.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) else {
            throw VerificationFailure(.inputEmpty, "the body is empty", expected: expected)
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"") {
            throw VerificationFailure(
                .inputKind, "the body holds no receipt", expected: expected, got: "JSON without receipt-data")
        }
        if body.count(where: { $0 == UInt8(ascii: ".") }) == 2 {
            throw VerificationFailure(
                .inputKind, "the body holds no receipt", expected: expected, got: "a JWS",
                hint: "signed transactions belong to POST /v1/transactions, anything signed to POST /v1/verify")
        }
        return ReceiptInput(assuming: body[...])
    }

    private static func answer(to verified: VerifiedReceipt) -> JSONValue {
        let receipt = verified.receipt
        var originals: [String] = []
        var seen: Set<String> = []
        // Xcode leaves the original's id out.
        for purchase in receipt.inApp {
            let id = purchase.originalTransactionId ?? purchase.transactionId
            if seen.insert(id).inserted { originals.append(id) }
        }
        return [
            "environment": .string(verified.environment.rawValue),
            "bundleId": .string(receipt.bundleId),
            "applicationVersion": .optional(receipt.applicationVersion),
            "originalApplicationVersion": .optional(receipt.originalApplicationVersion),
            "receiptCreationDate": .integer(receipt.receiptCreationDate.milliseconds),
            "originalTransactionIds": .array(originals.map(JSONValue.string)),
            "purchases": .array(receipt.inApp.map { .object($0.members) }),
        ]
    }
}
