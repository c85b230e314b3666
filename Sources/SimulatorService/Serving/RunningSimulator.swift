internal import HTTPServing
internal import StoreSimulator
internal import Synchronization

/// A simulated App Store that takes requests, from its start until it is stopped.
package final class RunningSimulator: Sendable {
    /// Why it cannot start.
    package enum Failure: Error, Hashable, Sendable {
        /// The address cannot be used; the text says why.
        case address(String)
        /// The address is not one of this machine's own.
        case notLoopback(String)
        /// The server for notifications cannot be used.
        case notifications(String)
    }

    /// The longest body that is read, in bytes.
    private static let maximumBody = 256 * 1024
    /// How often a store whose time passes by itself is looked at, in milliseconds.
    private static let tick = 250

    /// Where it listens, with the port that the system chose where 0 was asked for.
    package let address: String
    /// What is served.
    package let store: ServedStore
    private let server: HTTPServer
    private let ticker = Mutex<Task<Void, Never>?>(nil)

    private init(store: ServedStore, server: HTTPServer) {
        self.store = store
        self.server = server
        address = server.boundAddress.description
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - store: What is served.
    ///   - listen: The address and port, such as `127.0.0.1:8090`; only this machine's own, as nobody is asked for a
    ///     password.
    ///   - notify: Where notifications are posted from the start.
    /// - Returns: The simulator, which runs until `stop` is called.
    /// - Throws: What cannot be used.
    package static func start(
        _ store: ServedStore, listen: String, notify: String? = nil
    ) async throws(Failure) -> RunningSimulator {
        let address: ListenAddress
        do throws(HTTPServingError) { address = try ListenAddress(parsing: listen) } catch {
            throw .address(error.description)
        }
        guard address.isLoopback else { throw .notLoopback(listen) }
        let server: HTTPServer
        do throws(HTTPServingError) {
            var configuration = HTTPServerConfiguration(address: address)
            configuration.maximumBodyBytes = maximumBody
            server = try HTTPServer(
                configuration: configuration, head: { decide($0) }, handler: { await answer($0, from: store) })
        } catch {
            throw .address(error.description)
        }
        do throws(SessionError) {
            if let notify { try await store.delivery.setServer(notify, chaos: nil) }
        } catch {
            await server.stop(patience: 0)
            throw .notifications(error.description)
        }
        let simulator = RunningSimulator(store: store, server: server)
        if store.isLive { simulator.beginTicking() }
        return simulator
    }

    /// Lets requests in flight end and closes everything.
    package func stop() async {
        ticker.withLock { $0 }?.cancel()
        store.delivery.interrupt()
        await server.stop()
        await store.delivery.close()
        await store.delivery.settle()
    }

    /// Delivers what becomes due while time passes by itself.
    private func beginTicking() {
        let task = Task { [store] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(RunningSimulator.tick))
                // Looking at the store lets its time catch up; a refusal is told to whoever acts next.
                _ = try? store.session.inspect { _ throws(SessionError) in true }
                await store.delivery.deliver()
            }
        }
        ticker.withLock { $0 = task }
    }

    /// Decides on a request before its body is read.
    private static func decide(_ head: HTTPRequestHead) -> HTTPHeadDecision {
        switch RouteTable.route(method: head.method, segments: head.pathSegments) {
        case .failure(let refusal): return .respond(refusal.answer.response)
        case .success(let match):
            if !match.route.isServerAPI, match.route.method != "GET", isForeign(head) {
                return .respond(RouteRefusal.foreignOrigin.answer.response)
            }
            // A page in a browser can send other media types without asking; the control interface has no password.
            if match.route.body != nil, !match.route.isServerAPI, !MediaType.isJSON(head.header("Content-Type")) {
                return .respond(RouteRefusal.mediaType.answer.response)
            }
            return .accept(maximumBody: maximumBody)
        }
    }

    /// Whether a browser says that a page of another server asks (RFC 6454, section 7).
    private static func isForeign(_ head: HTTPRequestHead) -> Bool {
        guard let origin = head.header("Origin") else { return false }
        guard let host = head.header("Host") else { return true }
        return origin.lowercased() != "http://" + host.lowercased()
    }

    private static func answer(_ request: HTTPRequest, from store: ServedStore) async -> HTTPResponse {
        switch RouteTable.route(method: request.method, segments: request.pathSegments) {
        case .failure(let refusal): return refusal.answer.response
        case .success(let match):
            var asked = ServiceRequest(
                values: match.values, body: request.body, authorization: request.header("Authorization"))
            asked.query = request.query
            return await match.route.answer(store, asked).response
        }
    }
}

extension RunningSimulator.Failure: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        switch self {
        case .address(let reason): reason
        case .notLoopback(let address):
            "\(address) can be reached from other machines, and the simulator asks nobody for a password"
        case .notifications(let reason): reason
        }
    }
}
