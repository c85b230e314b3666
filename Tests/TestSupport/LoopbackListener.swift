internal import Glibc

/// A server on 127.0.0.1 that does what a test tells it, byte by byte; its calls block, ten minutes at most.
package final class LoopbackListener: Sendable {
    /// The port that the system chose.
    package let port: UInt16
    private let descriptor: Int32

    /// Listens on a free port.
    package init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        LoopbackPeer.limitTime(descriptor)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &name) { [descriptor] name in
            unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                unsafe bind(descriptor, name, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, name, &length) == 0
            }
        }
        port = UInt16(bigEndian: name.sin_port)
        // What was opened is closed by `deinit`, after a throw too.
        guard result else { throw LoopbackClient.Failure(call: "listen", number: errno) }
    }

    deinit { _ = close(descriptor) }

    /// Takes one connection.
    package func accept() throws -> LoopbackPeer {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { throw LoopbackClient.Failure(call: "accept", number: errno) }
        return LoopbackPeer(accepted)
    }
}

/// One connection to a ``LoopbackListener``, closed when it is gone.
package final class LoopbackPeer: Sendable {
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) {
        self.descriptor = descriptor
        Self.limitTime(descriptor)
    }

    deinit { _ = close(descriptor) }

    /// Some bytes; none when the client has closed, or reset, the connection.
    package func receive() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count < 0, errno != ECONNRESET { throw LoopbackClient.Failure(call: "recv", number: errno) }
        return Array(buffer.prefix(max(count, 0)))
    }

    /// As many bytes, or fewer when the client closes.
    package func receive(count: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            let more = try receive()
            if more.isEmpty { break }
            all += more
        }
        return all
    }

    /// Everything until the client closes.
    package func receiveAll() throws -> [UInt8] { try receive(count: .max) }

    /// One head as text; bytes behind it that have come already are part of it.
    package func receiveHead() throws -> String {
        var all: [UInt8] = []
        while all.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            let more = try receive()
            if more.isEmpty { break }
            all += more
        }
        return String(decoding: all, as: UTF8.self)
    }

    /// Sends a text as it is; what a client that has gone does not take is lost.
    package func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    fileprivate static func limitTime(_ descriptor: Int32) {
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }
}
