internal import AppStoreModels
internal import AppStoreVerification
internal import Entitlements
internal import HTTPServing
internal import NotificationProcessing
internal import StrictJSON

/// Takes an app receipt and answers what it proves; nothing of it is stored.
///
/// A receipt tells what was bought when it was made. What holds now only the store's own statements say, so that its
/// ids are a place to start from and no facts: handed over, the App Store is asked about them in the background.
struct ReceiptCheck: Endpoint {
    static let operation = Operation(
        method: "POST", path: "/v1/receipts", query: ["reconcile"], body: .any, statuses: [200, 400, 409])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let isHandedOver = try request.query.choice("reconcile", among: ["true", "false"]) == "true"
        if isHandedOver, parts.handedLines == nil {
            throw Problem(
                409, "reconcile.off", "this service does not ask the App Store about lines",
                expected: "a section reconcile in its configuration",
                hint: "storekeeper reconcile --ids takes receipts too")
        }
        let verified: VerifiedReceipt
        do throws(VerificationFailure) {
            let input = try ReceiptCheck.input(request.body)
            verified = try parts.verifier.verifyReceipt(input, requiresPurchase: true, now: parts.now())
        } catch {
            throw Problem(error)
        }
        let ids = ReceiptCheck.originalTransactionIds(of: verified.receipt)
        var answer = ReceiptCheck.answer(to: verified, ids)
        if isHandedOver, let desk = parts.handedLines {
            let scope = AppScope(environment: verified.environment.rawValue, bundleId: verified.receipt.bundleId)
            answer["handedOver"] = .integer(
                desk.add(ids.map { LineIdentity(scope: scope, originalTransactionId: $0) }))
        }
        return .json(answer)
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

    private static func originalTransactionIds(of receipt: AppReceipt) -> [String] {
        var originals: [String] = []
        var seen: Set<String> = []
        // Xcode leaves the original's id out.
        for purchase in receipt.inApp {
            let id = purchase.originalTransactionId ?? purchase.transactionId
            if seen.insert(id).inserted { originals.append(id) }
        }
        return originals
    }

    private static func answer(to verified: VerifiedReceipt, _ originals: [String]) -> JSONValue {
        let receipt = verified.receipt
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
