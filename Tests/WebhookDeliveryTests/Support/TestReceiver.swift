internal import HTTPServing
internal import StrictJSON
internal import Synchronization

/// A receiver of webhooks that answers as it is told, and remembers what came.
final class TestReceiver: Sendable {
    /// A message that came.
    struct Message: Sendable {
        let id: String
        let seconds: Int64
        let signatures: [String]
        let body: [UInt8]
        let path: String
        /// Whether the receiver took it, as far as the receiver is concerned.
        let isTaken: Bool

        var json: JSONNode? { try? JSONDocument(parsing: body).root }
        var line: String? { json?["data"]?["originalTransactionId"]?.string }
        var sequence: Int64? { json?["sequence"]?.number?.integer }
    }

    /// What the receiver does.
    enum Behaviour: Sendable {
        case answer(Int, fields: [(String, String)] = [], body: Int = 0)
        /// It takes the message, and never says so.
        case takeAndHang
        /// It neither takes the message nor answers.
        case hang

        var isTaken: Bool {
            switch self {
            case .answer(let status, _, _): (200...299).contains(status)
            case .takeAndHang: true
            case .hang: false
            }
        }
    }

    private let server: HTTPServer

    /// Listens on a free port of the loopback.
    init(_ behave: @escaping @Sendable (HTTPRequest) -> Behaviour) throws {
        let state = Box()
        let configuration = HTTPServerConfiguration(address: try ListenAddress(parsing: "127.0.0.1:0"))
        server = try HTTPServer(
            configuration: configuration, head: { _ in .accept(maximumBody: 1 << 20) },
            handler: { request in
                let behaviour = behave(request)
                state.messages.withLock { $0.append(Message(request, isTaken: behaviour.isTaken)) }
                switch behaviour {
                case .answer(let status, let fields, let count):
                    return HTTPResponse(
                        status: status, headers: fields, body: [UInt8](repeating: 0x78, count: count))
                case .hang, .takeAndHang:
                    // Until the server stops, which cancels the task.
                    try? await Task.sleep(for: .seconds(1_000_000))
                    return .text("", status: 503)
                }
            })
        box = state
    }

    private let box: Box
    private final class Box: Sendable {
        let messages = Mutex<[Message]>([])
    }

    var url: String { "http://\(server.boundAddress)/hook" }

    var messages: [Message] { box.messages.withLock { $0 } }

    func stop() async { await server.stop(patience: 0) }
}

extension TestReceiver.Message {
    fileprivate init(_ request: HTTPRequest, isTaken: Bool) {
        self.init(
            id: request.header("webhook-id") ?? "",
            seconds: request.header("webhook-timestamp").flatMap { Int64($0) } ?? 0,
            signatures: (request.header("webhook-signature") ?? "").split(separator: " ").map(String.init),
            body: request.body, path: request.path, isTaken: isTaken)
    }
}
