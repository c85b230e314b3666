internal import CMicroHTTPD
internal import Glibc

/// One thread of libmicrohttpd with its own set of connections, which it is given one by one.
///
/// libmicrohttpd's own pool of threads is not used: all its threads watch one listening socket, and when it is told
/// to stop listening while they are busy, a thread may take the socket out of its set first; 0.9.75 then ends the
/// process. It also divides the limit of connections by the number of threads.
@safe final class MicroDaemon: Sendable {
    // Safe to share: set once, and libmicrohttpd allows connections to be added from any thread until the stop,
    // which the server calls once and last.
    private nonisolated(unsafe) let daemon: OpaquePointer
    /// Holds the engine while libmicrohttpd may call back.
    private let context: Unmanaged<Engine>

    init(_ engine: Engine) throws(HTTPServingError) {
        let held = unsafe Unmanaged.passRetained(engine)
        let configuration = engine.configuration
        let started = unsafe Self.withPEM(configuration.tls) { certificate, key in
            unsafe Self.priorities.withCString { priorities in
                var settings = unsafe MHDShimSettings(
                    context: held.toOpaque(), log: Self.logged, handler: Self.called, connection: Self.connected,
                    completed: Self.completed, target: Self.targeted,
                    // The acceptor counts. A connection that libmicrohttpd turned away would never be counted out.
                    connectionLimit: UInt32(Int32.max),
                    idleSeconds: UInt32(configuration.idleTimeoutSeconds),
                    connectionMemory: configuration.maximumHeaderBytes, certificate: certificate, key: key,
                    priorities: priorities)
                return unsafe mhdShimStart(&settings)
            }
        }
        guard let started = unsafe started else {
            unsafe held.release()
            let reason = engine.log.endStart().joined(separator: "; ")
            throw configuration.tls == nil ? .start(reason: reason) : .identity(reason: reason)
        }
        unsafe daemon = started
        unsafe context = held
    }

    /// Gives a connection to the daemon, which closes it in any case; false when it could not be taken.
    func adopt(_ descriptor: Int32, _ peer: SocketAddress) -> Bool {
        unsafe peer.withPointer { address, length in
            unsafe MHD_add_connection(daemon, descriptor, address, length) == .YES
        }
    }

    /// Closes all connections and ends the thread; no connection may be suspended, none added later.
    func stop() {
        unsafe MHD_stop_daemon(daemon)
        unsafe context.release()
    }

    /// TLS 1.2 and 1.3 with GnuTLS's usual choice of ciphers.
    private static let priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

    private static func withPEM<Result>(
        _ identity: TLSIdentity?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let identity else { return body(nil, nil) }
        // A text of C ends with a zero, and must have none within.
        let certificate = identity.certificatePEM.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
        let key = identity.keyPEM.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
        return unsafe certificate.withUnsafeBufferPointer { certificate in
            unsafe key.withUnsafeBufferPointer { unsafe body(certificate.baseAddress, $0.baseAddress) }
        }
    }
}
