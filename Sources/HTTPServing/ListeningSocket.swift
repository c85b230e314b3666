internal import CMicroHTTPD
internal import Glibc

/// A socket that listens for connections.
final class ListeningSocket: Sendable {
    /// What came of asking for a waiting connection.
    enum Acceptance {
        /// A connection and the address of its other end.
        case connection(Int32, SocketAddress)
        /// A connection that ended before it could be taken.
        case gone
        /// None is waiting.
        case none
        /// The system has no descriptor or no memory left, in its words.
        case exhausted(String)
    }

    /// The descriptor, open until `close`.
    let descriptor: Int32
    /// The address, with the port that the system chose where 0 was asked for.
    let address: ListenAddress

    /// Listens; an IPv6 address of all zeros takes IPv4 connections too.
    init(_ wanted: ListenAddress) throws(HTTPServingError) {
        let name = SocketAddress(wanted)
        let opened = Glibc.socket(name.family, Int32(SOCK_STREAM.rawValue) | Self.flags, 0)
        guard opened >= 0 else { throw Self.failure(wanted) }
        var isReady = Self.set(opened, SOL_SOCKET, SO_REUSEADDR, 1)
        if name.family == AF_INET6 {
            isReady = isReady && Self.set(opened, Int32(IPPROTO_IPV6), IPV6_V6ONLY, wanted.isWildcard ? 0 : 1)
        }
        isReady = unsafe isReady && name.withPointer { unsafe bind(opened, $0, $1) == 0 }
        var bound = SocketAddress()
        guard isReady, listen(opened, SOMAXCONN) == 0,
            unsafe bound.withMutablePointer({ unsafe getsockname(opened, $0, $1) }) == 0
        else {
            let failure = Self.failure(wanted)
            _ = Glibc.close(opened)
            throw failure
        }
        descriptor = opened
        address = ListenAddress(host: wanted.host, port: bound.port)
    }

    /// Takes one waiting connection, without blocking.
    func accept() -> Acceptance {
        var peer = SocketAddress()
        let accepted = unsafe peer.withMutablePointer { unsafe accept4(descriptor, $0, $1, Self.flags) }
        if accepted >= 0 { return .connection(accepted, peer) }
        let number = errno
        return switch number {
        case EAGAIN: .none
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: unsafe .exhausted(String(cString: strerror(number)))
        default: .gone
        }
    }

    /// Closes the socket; waiting connections are reset, new ones refused.
    func close() {
        _ = Glibc.close(descriptor)
    }

    private static let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) -> Bool {
        var value = value
        return unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    private static func failure(_ address: ListenAddress) -> HTTPServingError {
        let number = errno
        return switch number {
        case EADDRINUSE: .addressInUse(address)
        case EACCES, EPERM: .notPermitted(address)
        default: unsafe .listen(address, number: number, text: String(cString: strerror(number)))
        }
    }
}
