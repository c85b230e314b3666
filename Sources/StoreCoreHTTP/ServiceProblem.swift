internal import HTTPClient
internal import StoreCore
internal import StrictJSON

/// Why the service did not answer a question, from its problem document (RFC 9457) where there is one.
struct ServiceProblem {
    private let status: Int
    /// The stable, dotted code; nil when another program than the service answered.
    let code: String?

    init(_ response: ClientResponse) {
        status = response.status
        let text = (try? JSONDocument(parsing: response.body))?.root["code"]?.string
        // Only what has the form of a code may reach a log.
        code = text.flatMap { text in
            let isCode = text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: ".")
                    || $0 == UInt8(ascii: "_")
            }
            return isCode && (1...64).contains(text.utf8.count) ? text : nil
        }
    }

    /// The problem as the model shows it.
    var error: StoreBackendError {
        let reason = code.map { "status \(status), \($0)" } ?? "status \(status)"
        switch status {
        case 429, 500...: return .unavailable(reason: reason)
        case 400..<500: return .refused(reason: reason)
        default: return .unreadable(reason: reason)
        }
    }
}
