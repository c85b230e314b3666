internal import AppStoreModels
internal import AppStoreVerification
internal import HTTPServing
internal import NotificationProcessing
internal import StrictJSON

/// Verifies signed data and keeps nothing of it; the answer is that of `verify --json`.
struct PayloadCheck: Endpoint {
    static let operation = Operation(
        method: "POST", path: "/v1/verify", query: ["kind"], body: .any, statuses: [200])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let kind = try request.query.choice("kind", among: PayloadKind.allCases.map(\.rawValue))
        if let receipt = ReceiptInput(recognizing: request.body[...]) {
            return .json(ReceiptAnswer(verifying: receipt, wanted: kind, by: parts.verifier, now: parts.now()).json)
        }
        let answer = answer(request.body, kind: kind.flatMap { PayloadKind(rawValue: $0) })
        return .json(await answer.checked(by: parts.processor.revocation).json)
    }

    private func answer(_ body: [UInt8], kind: PayloadKind?) -> VerificationAnswer {
        do throws(VerificationFailure) {
            let jws = try SignedBody.jws(in: body, names: SignedBody.everyName)
            return VerificationAnswer(verifying: jws, as: kind, by: parts.verifier, now: parts.now())
        } catch {
            return VerificationAnswer(.failure(error))
        }
    }
}
