internal import Dispatch

/// The parts of one server, and the order in which they start and end.
final class ServerParts: Sendable {
    let socket: ListeningSocket
    private let engine: Engine
    private let daemons: [MicroDaemon]
    private let acceptor: Acceptor

    /// The time in which clients may take the answers that the end forces, in milliseconds.
    private static let lastWords = 1000

    init(
        configuration: HTTPServerConfiguration,
        route: @escaping @Sendable (HTTPRequestHead) -> HTTPHeadDecision,
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) throws(HTTPServingError) {
        let socket = try ListeningSocket(configuration.address)
        let perAddress = configuration.maximumConnectionsPerAddress
        let connections = ConnectionTable(
            maximum: configuration.maximumConnections,
            maximumPerAddress: perAddress == 0 || configuration.address.isLoopback ? nil : perAddress)
        let log = DaemonLog(configuration.log)
        let room = RoomSignal()
        let engine = Engine(
            configuration: configuration, connections: connections, log: log, route: route, handler: handler,
            hasRoomAgain: { room.send() })
        var daemons: [MicroDaemon] = []
        do throws(HTTPServingError) {
            for _ in 0..<configuration.threads { daemons.append(try MicroDaemon(engine)) }
        } catch {
            for daemon in daemons { daemon.stop() }
            socket.close()
            throw error
        }
        for message in log.endStart() { log.note(message) }
        acceptor = Acceptor(socket: socket, connections: connections, daemons: daemons, log: log)
        room.connect(acceptor)
        self.socket = socket
        self.engine = engine
        self.daemons = daemons
        acceptor.start()
    }

    /// Ends everything; to be called once.
    func stop(patience: Int) async {
        await acceptor.stop()
        engine.inFlight.drain()
        _ = await engine.inFlight.wait(milliseconds: patience)
        // From here no connection is suspended any more: libmicrohttpd would end the process over one.
        let late = engine.inFlight.close()
        if !late.isEmpty {
            let answer = engine.configuration.refusal(.stopping)
            for exchange in late { exchange.abandon(answer) }
            _ = await engine.inFlight.wait(milliseconds: Self.lastWords)
        }
        await withCheckedContinuation { continuation in
            // Joins threads, which is no work for a task.
            DispatchQueue.global().async { [daemons] in
                for daemon in daemons { daemon.stop() }
                continuation.resume()
            }
        }
    }
}
