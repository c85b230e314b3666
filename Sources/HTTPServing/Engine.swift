/// What all daemons and connections of one server share.
final class Engine: Sendable {
    let configuration: HTTPServerConfiguration
    let route: @Sendable (HTTPRequestHead) -> HTTPHeadDecision
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse
    let inFlight = RequestsInFlight()
    let connections: ConnectionTable
    let log: DaemonLog
    /// Called when a connection has ended while there was room for no other.
    let hasRoomAgain: @Sendable () -> Void

    init(
        configuration: HTTPServerConfiguration, connections: ConnectionTable, log: DaemonLog,
        route: @escaping @Sendable (HTTPRequestHead) -> HTTPHeadDecision,
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
        hasRoomAgain: @escaping @Sendable () -> Void
    ) {
        self.configuration = configuration
        self.connections = connections
        self.log = log
        self.route = route
        self.handler = handler
        self.hasRoomAgain = hasRoomAgain
    }

    /// Counts out a connection from an address.
    func released(_ peer: IPAddress) {
        if connections.release(peer) { hasRoomAgain() }
    }
}
