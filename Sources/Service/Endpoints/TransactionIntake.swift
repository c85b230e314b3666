internal import AppStoreVerification
internal import Entitlements
internal import HTTPServing
internal import NotificationProcessing
internal import StrictJSON

/// Takes a transaction that a client holds, for the moment before its notification arrives.
struct TransactionIntake: Endpoint {
    static let operation = Operation(
        method: "POST", path: "/v1/transactions", body: .any, statuses: [200, 400, 500, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let start = parts.now()
        let jws: [UInt8]
        do throws(VerificationFailure) {
            jws = try SignedBody.jws(in: request.body, names: ["signedTransactionInfo", "signedTransaction"])
        } catch {
            throw Problem(error)
        }
        let report = await parts.processor.process(clientTransaction: jws)
        parts.note(report, from: start, isFromClient: true, peer: request.peer)
        return try TransactionIntake.answer(to: report)
    }

    /// The answer: what became of the transaction, and by what it can be asked about.
    static func answer(to report: ProcessingReport) throws(Problem) -> HTTPResponse {
        guard let outcome = report.outcome else {
            throw Problem(of: report, isForStrangers: false)
        }
        if let failure = report.failure { throw Problem(failure) }
        let summary = report.summary
        return .json([
            "outcome": .string(outcome.rawValue),
            "environment": .optional(summary.environment),
            "bundleId": .optional(summary.bundleId),
            "originalTransactionId": .optional(summary.originalTransactionId),
            "transactionId": .optional(summary.transactionId),
            "productId": .optional(summary.productId),
        ])
    }
}
