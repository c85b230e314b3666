internal import CMicroHTTPD
internal import Glibc

/// One connection, seen by libmicrohttpd's thread only; libmicrohttpd holds it from its start to its end.
final class Connection {
    /// How far the present request is.
    private enum Stage {
        /// Its head is not complete.
        case head
        /// Its body is read for the handler.
        case receiving(HTTPRequestHead, RequestBody)
        /// Its body is read for nobody, so that the answer finds a client that listens and the connection can stay.
        case refusing(HTTPResponse, left: UInt64)
        /// The handler runs, or has left its answer.
        case handling
        /// Its answer is with libmicrohttpd.
        case answered
    }

    /// Bodies up to so many bytes are read and dropped when their request is refused.
    private static let patience: UInt64 = 64 * 1024

    private let engine: Engine
    private let peer: IPAddress
    private let descriptor: Int32
    private let deadline: ConnectionTable.Deadline
    private var stage = Stage.head
    private var exchange: Exchange?
    private var target: [UInt8] = []
    private var targetStart: UInt = 0

    init(engine: Engine, peer: IPAddress, descriptor: Int32) {
        self.engine = engine
        self.peer = peer
        self.descriptor = descriptor
        deadline = engine.connections.watch(descriptor)
        awaitRequest()
    }

    /// The first line of a request has come.
    ///
    /// - Parameters:
    ///   - target: What is asked for, up to its first zero byte.
    ///   - start: Where it is in memory.
    func begin(target: [UInt8], start: UInt) {
        self.target = target
        targetStart = start
        engine.connections.allow(engine.configuration.receiveTimeoutSeconds, deadline)
    }

    /// libmicrohttpd is done with the request, however it ended.
    func endRequest() {
        if let exchange {
            exchange.finish()
            engine.inFlight.remove(exchange)
        }
        exchange = nil
        stage = .head
        awaitRequest()
    }

    /// The connection is about to be closed.
    func end() {
        if exchange != nil { endRequest() }
        engine.connections.forget(descriptor)
        engine.released(peer)
    }

    /// Goes on with the request; false asks libmicrohttpd to close the connection.
    func proceed(_ call: borrowing HandlerCall) -> Bool {
        switch stage {
        case .head:
            return decide(call)
        case .receiving(let head, var body):
            if let bytes = unsafe call.body {
                // Not left in the stage: the array must have one owner to grow in place.
                stage = .head
                let isBearable = unsafe body.append(bytes)
                stage = .receiving(head, body)
                return isBearable && (body.received == head.contentLength || !hasClientLeft())
            }
            return handle(head, body, call)
        case .refusing(let response, let left):
            if let bytes = unsafe call.body {
                let rest = left - min(left, UInt64(bytes.count))
                stage = .refusing(response, left: rest)
                return rest == 0 || !hasClientLeft()
            }
            return send(response, call)
        case .handling:
            guard let response = exchange?.takeAnswer() else { return false }
            return send(response, call)
        case .answered:
            return true
        }
    }

    /// Whether the client has closed and left nothing to read.
    ///
    /// libmicrohttpd takes a read that does not fill its buffer for the last one until the next event; an end that had
    /// come by then raises none, and the request would stay until it has been idle for too long.
    private func hasClientLeft() -> Bool {
        var byte: UInt8 = 0
        return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    private func awaitRequest() {
        // A request that follows on a kept connection is not seen before its first line is complete.
        let configuration = engine.configuration
        engine.connections.allow(configuration.idleTimeoutSeconds + configuration.receiveTimeoutSeconds, deadline)
    }

    private func decide(_ call: borrowing HandlerCall) -> Bool {
        let exchange = unsafe Exchange(connection: call.connection)
        guard engine.inFlight.admit(exchange) else { return send(engine.configuration.refusal(.stopping), call) }
        self.exchange = exchange
        let head: HTTPRequestHead
        do throws(HTTPRefusal) {
            head = try readHead(call)
        } catch {
            return send(engine.configuration.refusal(error), call)
        }
        let response: HTTPResponse
        switch engine.route(head) {
        case .respond(let answer):
            response = answer
        case .accept(let wanted):
            let maximum = max(0, min(wanted, engine.configuration.maximumBodyBytes))
            guard let length = head.contentLength, length > UInt64(maximum) else {
                stage = .receiving(head, RequestBody(maximum: maximum, expected: head.contentLength))
                return true
            }
            response = engine.configuration.refusal(.bodyTooLarge(maximum: maximum))
        }
        // An answer before the end of the body ends the connection, and is lost when the client still writes.
        guard let length = head.contentLength, length <= Self.patience, length == 0 || head.header("Expect") == nil
        else { return send(response, call) }
        stage = .refusing(response, left: length)
        return true
    }

    private func readHead(_ call: borrowing HandlerCall) throws(HTTPRefusal) -> HTTPRequestHead {
        guard let raw = call.readHead(target: (targetStart, target.count)),
            let target = RequestTarget(parsing: target), raw.fields.values("Host").count <= 1
        else { throw .head }
        return HTTPRequestHead(
            method: raw.method, fields: raw.fields, peer: peer, target: target,
            framing: try BodyFraming(raw.fields, isVersion10: raw.isVersion10))
    }

    private func handle(_ head: HTTPRequestHead, _ body: RequestBody, _ call: borrowing HandlerCall) -> Bool {
        guard !body.isTooLong else {
            return send(engine.configuration.refusal(.bodyTooLarge(maximum: body.maximum)), call)
        }
        let request = HTTPRequest(head: head, body: body.bytes)
        stage = .handling
        deadline.lift()
        let handler = engine.handler
        let answer = exchange?.suspend { await handler(request) }
        return answer.map { send($0, call) } ?? true
    }

    private func send(_ response: HTTPResponse, _ call: borrowing HandlerCall) -> Bool {
        stage = .answered
        guard let stream = response.stream else {
            engine.connections.allow(engine.configuration.sendTimeoutSeconds, deadline)
            return call.send(response, closing: engine.inFlight.isDraining)
        }
        // It may take as long as it likes; a client that takes nothing is cut off for being idle.
        deadline.lift()
        let body = call.body(stream)
        exchange?.attach(body)
        let isSent = call.send(response, streamed: body, closing: true)
        // The server may have begun to stop before it could know of this body.
        if engine.inFlight.isDraining { body.end() }
        return isSent
    }
}
