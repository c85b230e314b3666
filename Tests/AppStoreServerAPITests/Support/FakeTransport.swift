import AppStoreServerAPI
import StrictJSON
import Synchronization

/// Answers requests by a list, and remembers them; the last answer stays.
final class FakeTransport: ServerAPITransport {
    typealias Answer = Result<ServerAPITransportResponse, ServerAPITransportFailure>

    private struct State {
        var answers: [Answer]
        var requests: [ServerAPITransportRequest] = []
    }

    private let state: Mutex<State>

    init(_ answers: [Answer]) { state = Mutex(State(answers: answers)) }

    var requests: [ServerAPITransportRequest] { state.withLock { $0.requests } }

    func send(
        _ request: ServerAPITransportRequest
    ) async throws(ServerAPITransportFailure) -> ServerAPITransportResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
        return try answer.get()
    }

    static func json(_ value: JSONValue, status: Int = 200, _ fields: [(String, String)] = []) -> Answer {
        .success(ServerAPITransportResponse(status: status, fields: fields, body: JSONWriter().bytes(value)))
    }

    static func status(_ status: Int, _ fields: [(String, String)] = []) -> Answer {
        .success(ServerAPITransportResponse(status: status, fields: fields))
    }

    static func error(_ code: Int, _ fields: [(String, String)] = []) -> Answer {
        json(["errorCode": .integer(code), "errorMessage": "Told by a test."], status: code / 10_000, fields)
    }
}
