internal import StoreSimulator
internal import StrictJSON

/// Why the control interface refuses, as a problem document (RFC 9457).
struct ControlProblem: Error, Hashable, Sendable {
    /// The status.
    var status: Int
    /// The stable, dotted code.
    var code: String
    /// What is wrong: lower case, no full stop.
    var detail: String

    init(_ status: Int, _ code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    /// A session refused.
    init(_ error: SessionError) {
        switch error {
        case .refused: self.init(409, "action.refused", error.description)
        case .pending: self.init(409, "action.pending", error.description)
        case .simulated: self.init(409, "action.simulated", error.description)
        case .configuration: self.init(400, "configuration.unusable", error.description)
        case .certificates, .signing: self.init(500, "simulator.defect", error.description)
        }
    }

    /// A body that is not what it must be.
    static func body(_ detail: String) -> ControlProblem { ControlProblem(400, "request.body", detail) }

    /// Something that does not exist.
    static func missing(_ detail: String) -> ControlProblem { ControlProblem(404, "request.unknown", detail) }

    /// The document.
    var answer: ServiceAnswer {
        var answer = ServiceAnswer(
            status: status,
            json: [
                "type": "about:blank", "status": .integer(status), "code": .string(code), "detail": .string(detail),
            ])
        answer.contentType = "application/problem+json"
        return answer
    }
}
