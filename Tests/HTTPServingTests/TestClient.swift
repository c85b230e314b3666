internal import Dispatch
internal import Glibc
internal import HTTPServing
internal import Synchronization

/// A client that sends bytes as they are and reads answers, blocking for ten minutes at most.
final class TestClient: Sendable {
    struct Failure: Error {
        let call: String
        let number: Int32
    }

    /// An answer as it came.
    struct Answer: Hashable {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: Int32
    private let rest = Mutex<[UInt8]>([])

    /// Connects to a server on the loopback of IPv4 or IPv6.
    init(_ address: ListenAddress) throws {
        let isVersion6 = address.description.hasPrefix("[")
        descriptor = socket(isVersion6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var result: Int32
        if isVersion6 {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = address.port.bigEndian
            name.sin6_addr = in6addr_loopback
            result = unsafe withUnsafePointer(to: name) { name in
                unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        } else {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = address.port.bigEndian
            name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            result = unsafe withUnsafePointer(to: name) { name in
                unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        // What was opened is closed by `deinit`, after a throw too.
        guard result == 0 else { throw Failure(call: "connect", number: errno) }
    }

    deinit { _ = close(descriptor) }

    /// Sends everything.
    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(call: "send", number: errno) }
            sent += count
        }
    }

    /// Sends a text as it is.
    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Tells the server that nothing more will be sent.
    func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Some bytes; none when the server has closed, or reset, the connection.
    func receive() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count < 0, errno != ECONNRESET { throw Failure(call: "recv", number: errno) }
        return Array(buffer.prefix(max(count, 0)))
    }

    /// Everything until the server closes.
    func receiveAll() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let more = try receive()
            if more.isEmpty { return all }
            all += more
        }
    }

    /// One answer; bytes of the next one are left for it.
    func answer(hasBody: Bool = true) throws -> Answer? {
        var bytes = rest.withLock { $0 }
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let headEnd = bytes.firstRange(of: end) {
                var answer = Self.parse(bytes[..<headEnd.lowerBound])
                let length = hasBody ? Int(answer.headers["content-length"] ?? "") ?? 0 : 0
                if bytes.count >= headEnd.upperBound + length {
                    answer.body = Array(bytes[headEnd.upperBound..<(headEnd.upperBound + length)])
                    let left = Array(bytes[(headEnd.upperBound + length)...])
                    rest.withLock { $0 = left }
                    return answer
                }
            }
            let more = try receive()
            if more.isEmpty { return nil }
            bytes += more
        }
    }

    /// Sends a request and reads its answer.
    func ask(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) throws -> Answer? {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: test\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        try send(Array((head + "\r\n").utf8) + body)
        return try answer(hasBody: method != "HEAD")
    }

    private static func parse(_ head: ArraySlice<UInt8>) -> Answer {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return Answer(status: status, headers: headers, body: [])
    }
}

/// Runs something that blocks where it holds up no task.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        // A queue of its own gets a thread of its own; the global ones share theirs with all tasks.
        DispatchQueue(label: "blocking").async { continuation.resume(with: Swift.Result { try body() }) }
    }
}
