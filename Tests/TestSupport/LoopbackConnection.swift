internal import Glibc
internal import Synchronization

/// A connection to a server on 127.0.0.1 that is kept for several requests; its calls block, a minute at most.
package final class LoopbackConnection: Sendable {
    /// An answer, as far as it came.
    package struct Answer: Sendable {
        package var status: Int
        /// The fields; their names are in lower case.
        package var fields: [String: String]
        package var body: [UInt8]
        /// Whether the body is as long as the head promised.
        package var isComplete: Bool

        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let address: String
    private let descriptor: Int32
    private let rest = Mutex<[UInt8]>([])

    /// Connects; `address` is `127.0.0.1:PORT`.
    package init(_ address: String) throws {
        self.address = address
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = (address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0).bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: name) { name in
            unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // What was opened is closed by `deinit`, after a throw too.
        guard result == 0 else { throw LoopbackClient.Failure(call: "connect", number: errno) }
    }

    deinit { _ = close(descriptor) }

    /// Sends bytes as they are.
    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw LoopbackClient.Failure(call: "send", number: errno) }
            sent += count
        }
    }

    /// The bytes of a request with a JSON body.
    package func request(_ method: String, _ target: String, body: [UInt8]? = nil) -> [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(address)\r\n"
        if let body { head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (body ?? [])
    }

    /// Sends a request and reads its answer; nil when the server closed the connection before the end of a head.
    package func ask(_ method: String, _ target: String, body: [UInt8]? = nil) throws -> Answer? {
        try send(request(method, target, body: body))
        return try answer()
    }

    /// Reads one answer; bytes of the next one are left for it.
    package func answer() throws -> Answer? {
        var bytes = rest.withLock { $0 }
        var head: (answer: Answer, start: Int, end: Int)?
        repeat {
            if head == nil, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let answer = LoopbackConnection.parse(bytes[..<end.lowerBound])
                let length = answer.fields["content-length"].flatMap { Int($0) } ?? 0
                head = (answer, end.upperBound, end.upperBound + length)
            }
            if let head, bytes.count >= head.end { break }
        } while try receive(into: &bytes)
        guard let (found, start, end) = head else { return nil }
        var answer = found
        answer.body = Array(bytes[start..<min(end, bytes.count)])
        answer.isComplete = bytes.count >= end
        let left = Array(bytes.dropFirst(end))
        rest.withLock { $0 = left }
        return answer
    }

    /// Appends what has come; false when the server has closed, or reset, the connection.
    private func receive(into bytes: inout [UInt8]) throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count < 0, errno != ECONNRESET { throw LoopbackClient.Failure(call: "recv", number: errno) }
        bytes += buffer.prefix(max(count, 0))
        return count > 0
    }

    private static func parse(_ head: ArraySlice<UInt8>) -> Answer {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return Answer(status: status, fields: fields, body: [], isComplete: false)
    }
}
