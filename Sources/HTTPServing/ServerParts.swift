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
        let descriptors = DescriptorLimit.connections()
        let connections = ConnectionTable(
            maximum: min(configuration.maximumConnections, descriptors),
            maximumPerAddress: perAddress == 0 || configuration.address.isLoopback ? nil : perAddress)
        let log = DaemonLog(configuration.log)
        guard let wakeUp = WakeUp() else {
            socket.close()
            throw .start(reason: "no descriptor left")
        }
        let engine = Engine(
            configuration: configuration, connections: connections, log: log, route: route, handler: handler,
            hasRoomAgain: { wakeUp.send() })
        var daemons: [MicroDaemon] = []
        do throws(HTTPServingError) {
            for _ in 0..<configuration.threads { daemons.append(try MicroDaemon(engine)) }
        } catch {
            for daemon in daemons { daemon.stop() }
            socket.close()
            throw error
        }
        for message in log.endStart() { log.note(message) }
        if descriptors < configuration.maximumConnections {
            log.note("the process's limit of open files leaves room for \(descriptors) connections")
        }
        acceptor = Acceptor(
            socket: socket, connections: connections, daemons: daemons, log: log, wakeUp: wakeUp)
        self.socket = socket
        self.engine = engine
        self.daemons = daemons
        guard acceptor.start() else {
            for daemon in daemons { daemon.stop() }
            socket.close()
            throw .start(reason: "no thread left")
        }
    }

    /// Connections that are open now.
    var openConnections: Int { engine.connections.count }

    /// Requests whose head has come and whose answer has not been sent whole.
    var requestsInFlight: Int { engine.inFlight.count }

    /// Ends everything; to be called once.
    func stop(patience: Int) async {
        await Self.outsideTasks { [acceptor] in acceptor.stop() }
        engine.inFlight.drain()
        _ = await engine.inFlight.wait(milliseconds: patience)
        // From here no connection is suspended any more: libmicrohttpd would end the process over one.
        let late = engine.inFlight.close()
        // Asked for each, since whoever makes the answer also counts it.
        if late.count(where: { $0.abandon(engine.configuration.refusal(.stopping)) }) > 0 {
            _ = await engine.inFlight.wait(milliseconds: Self.lastWords)
        }
        await Self.outsideTasks { [daemons] in
            for daemon in daemons { daemon.stop() }
        }
    }

    /// Waits for something that joins threads.
    private static func outsideTasks(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            let thread = OwnThread {
                body()
                continuation.resume()
            }
            guard let thread else {
                body()
                continuation.resume()
                return
            }
            thread.detach()
        }
    }
}
