internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import NotificationProcessing
internal import StrictJSON

/// Takes what the App Store posts.
struct NotificationIntake: Endpoint {
    static let operation = Operation(
        method: "POST", path: "/v1/notifications", query: nil, body: .json, isOpen: true,
        statuses: [200, 400, 500, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let start = parts.now()
        let report = await parts.processor.process(request.body, source: .appStore)
        parts.note(report, from: start, isFromClient: false, peer: request.peer)
        return try NotificationIntake.answer(to: report)
    }

    /// The answer to a delivery: 200 says that it is durable, or that there is no use in sending it again.
    static func answer(to report: ProcessingReport) throws(Problem) -> HTTPResponse {
        guard let outcome = report.outcome else {
            throw Problem(of: report, isForStrangers: true)
        }
        var members = [JSONMember("outcome", .string(outcome.rawValue))]
        if let failure = report.failure {
            // What is known but no notification of version 2 is kept, and Apple need not send it again.
            if outcome == .rejected, report.label == nil { throw Problem(failure) }
            members.append(JSONMember("code", .string(failure.code.rawValue)))
            if let path = failure.path { members.append(JSONMember("path", .string(path))) }
        }
        if let label = report.label { members.append(JSONMember("label", .string(label))) }
        return .json(.object(members))
    }
}
