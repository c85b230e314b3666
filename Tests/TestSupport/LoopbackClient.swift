internal import Glibc
package import StrictJSON

/// Asks servers on 127.0.0.1, one connection for each request, waiting a minute at most.
package enum LoopbackClient {
    /// A call of the system that failed.
    package struct Failure: Error {
        package let call: String
        package let number: Int32
    }

    /// An answer as it came; names of fields are in lower case.
    package struct Answer: Sendable {
        package var status: Int
        package var fields: [String: String]
        package var body: [UInt8]

        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
        /// The body as JSON; nil when it is something else.
        package var json: JSONNode? { try? JSONDocument(parsing: body).root }
    }

    /// Sends a request and returns its answer.
    ///
    /// - Parameters:
    ///   - address: `127.0.0.1:PORT`.
    ///   - method: The method.
    ///   - target: The path and the query.
    ///   - headers: Further fields.
    ///   - body: The body.
    /// - Returns: The answer; nil when the server closed the connection without one.
    /// - Throws: ``Failure`` naming the call that failed.
    package static func ask(
        _ address: String, _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> Answer? {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if !body.isEmpty || method == "POST" { head += "Content-Length: \(body.count)\r\n" }
        let request = Array((head + "\r\n").utf8) + body
        let port = address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        return try await exchange(request, port: port)
    }

    /// Asks for a body without an end, and leaves when it holds a text; what came until then.
    package static func listen(
        _ address: String, _ target: String, headers: [String: String] = [:], until text: String
    ) async throws -> String {
        var head = "GET \(target) HTTP/1.1\r\nHost: \(address)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        let request = Array((head + "\r\n").utf8)
        let port = address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        return try await blocking {
            try connected(port) { descriptor in
                try send(request, descriptor)
                return String(
                    decoding: try receive(descriptor) { String(decoding: $0, as: UTF8.self).contains(text) },
                    as: UTF8.self)
            }
        }
    }

    /// Sends bytes as they are and returns what comes back until the server closes.
    package static func exchange(_ request: [UInt8], port: UInt16) async throws -> Answer? {
        try await blocking { try blockingExchange(request, port) }
    }

    private static func blockingExchange(_ request: [UInt8], _ port: UInt16) throws -> Answer? {
        try connected(port) { descriptor in
            try send(request, descriptor)
            return parse(try receive(descriptor) { _ in false })
        }
    }

    private static func connected<Result>(_ port: UInt16, _ body: (Int32) throws -> Result) throws -> Result {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", number: errno) }
        defer { _ = close(descriptor) }
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: name) { name in
            unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(call: "connect", number: errno) }
        return try body(descriptor)
    }

    private static func send(_ bytes: [UInt8], _ descriptor: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            // A server that refuses may close before it has read everything; its answer is there all the same.
            if count < 0, errno == EPIPE || errno == ECONNRESET { return }
            guard count > 0 else { throw Failure(call: "send", number: errno) }
            sent += count
        }
    }

    private static func receive(_ descriptor: Int32, until isEnough: ([UInt8]) -> Bool) throws -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0, errno != ECONNRESET { throw Failure(call: "recv", number: errno) }
            guard count > 0 else { return all }
            all += buffer.prefix(count)
            if isEnough(all) { return all }
        }
    }

    private static func parse(_ bytes: [UInt8]) -> Answer? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return Answer(status: status, fields: fields, body: Array(bytes[end.upperBound...]))
    }
}
