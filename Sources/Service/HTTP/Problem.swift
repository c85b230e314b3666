internal import AppStoreVerification
internal import EntitlementStorage
internal import HTTPServing
internal import NotificationProcessing
internal import StrictJSON

/// Why a request is not answered as wished, as a problem document (RFC 9457).
///
/// The codes are those of the command line, and a few of the form `request.…` that only HTTP needs.
struct Problem: Error, Hashable, Sendable {
    /// The status.
    var status: Int
    /// The stable, dotted code.
    var code: String
    /// One sentence about this occurrence: lower case, no full stop.
    var detail: String
    /// What would have passed.
    var expected: String?
    /// What was found.
    var got: String?
    /// What to do next.
    var hint: String?
    /// Where inside the payload it stands.
    var path: String?
    /// Fields that the status asks for.
    var fields = HTTPFields()

    /// Describes a problem.
    init(
        _ status: Int, _ code: String, _ detail: String, expected: String? = nil, got: String? = nil,
        hint: String? = nil
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.expected = expected
        self.got = got
        self.hint = hint
    }

    /// The input can never be verified as it is.
    init(_ failure: VerificationFailure) {
        self.init(
            400, failure.code.rawValue, failure.message, expected: failure.expected, got: failure.got,
            hint: failure.hint)
        path = failure.path
    }

    /// The store did not do its part; the answer to strangers says no more than that.
    init(_ error: StoreError, isForStrangers: Bool) {
        if case .defect = error {
            self.init(500, "service.defect", "a defect of this program")
        } else {
            self.init(503, error.code, "the store cannot be used now", hint: "send the same request again")
            fields.append("Retry-After", error.code == "store.full" ? "60" : "10")
        }
        if !isForStrangers {
            detail = error.description
            hint = error.hint ?? hint
        }
    }

    /// A delivery has no outcome: the store did not do its part, or its signers cannot be judged now.
    init(of report: ProcessingReport, isForStrangers: Bool) {
        if let error = report.storeError {
            self.init(error, isForStrangers: isForStrangers)
        } else if let failure = report.failure {
            self.init(failure)
            status = 503
            hint = "send the same request again"
            fields.append("Retry-After", "60")
        } else {
            self.init(500, "service.defect", "a defect of this program")
        }
    }

    /// The server refuses a request by itself.
    init(_ refusal: HTTPRefusal) {
        let code =
            switch refusal {
            case .bodyTooLarge: FailureCode.inputTooLarge.rawValue
            case .stopping: "service.stopping"
            case .head, .framing, .transferCoding: "request.malformed"
            }
        self.init(refusal.status, code, refusal.description)
        if case .bodyTooLarge(let maximum) = refusal { expected = "at most \(maximum) bytes" }
        if case .stopping = refusal { fields.append("Retry-After", "10") }
    }

    /// The part of the code before the dot.
    var stage: String { String(code.prefix { $0 != "." }) }

    /// The document, with the fields that belong to it.
    var response: HTTPResponse {
        let texts = [
            ("code", code), ("stage", stage), ("detail", detail), ("expected", expected), ("got", got), ("hint", hint),
            ("path", path),
        ]
        // `about:blank` says that the status means what it always does; the code tells problems apart.
        let members: [JSONMember] =
            [
                JSONMember("type", "about:blank"), JSONMember("title", .string(Problem.title(status))),
                JSONMember("status", .integer(status)),
            ] + texts.compactMap { name, text in text.map { JSONMember(name, .string($0)) } }
        return .json(
            JSONWriter().bytes(.object(members)), status: status, contentType: "application/problem+json",
            headers: fields.all.map { ($0.name, $0.value) })
    }

    /// The words that HTTP has for a status (RFC 9110, section 15).
    private static func title(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 410: "Gone"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        default: "Error"
        }
    }
}
