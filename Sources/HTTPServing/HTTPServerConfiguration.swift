/// Where a server listens and what it puts up with.
package struct HTTPServerConfiguration: Sendable {
    /// The address to listen on.
    package var address: ListenAddress
    /// Threads that read and write; a request in its handler occupies none of them.
    package var threads = 2
    /// The longest body that is ever read, in bytes.
    package var maximumBodyBytes = 256 * 1024
    /// Memory for the head of one request together with the head of its response, in bytes.
    ///
    /// One half is for reading, and each field costs some bytes beside its text.
    package var maximumHeaderBytes = 32 * 1024
    /// Connections at one time; more wait in the system's queue.
    ///
    /// Less where the process may not open so many files; the server raises the soft limit to the hard one.
    package var maximumConnections = 4096
    /// Connections at one time from one address; more are closed at once.
    ///
    /// 0 sets no limit. Not applied while listening on loopback, where every client behind a proxy has the proxy's address.
    package var maximumConnectionsPerAddress = 256
    /// Seconds without a byte in either direction after which a connection is closed.
    package var idleTimeoutSeconds = 30
    /// Seconds from the first line of a request to the last byte of its body, however steadily it trickles.
    package var receiveTimeoutSeconds = 30
    /// Seconds that a client may take to read a response, however steadily it trickles.
    package var sendTimeoutSeconds = 120
    /// The certificate and key to speak TLS with; nil for plain HTTP.
    package var tls: TLSIdentity?
    /// Makes the answer to what the server refuses by itself; the default is plain text.
    package var refusal: @Sendable (HTTPRefusal) -> HTTPResponse = { .text("\($0)\n", status: $0.status) }
    /// Told what libmicrohttpd complains of, one line each.
    ///
    /// May quote what a client sent. The default drops it.
    package var log: @Sendable (String) -> Void = { _ in }

    /// Listens on an address with the default limits.
    package init(address: ListenAddress) {
        self.address = address
    }

    /// Checks that every limit makes sense.
    package func validate() throws(HTTPServingError) {
        let bounds: [(String, Int, ClosedRange<Int>)] = [
            ("threads", threads, 1...256),
            ("maximum body", maximumBodyBytes, 0...(1 << 40)),
            ("maximum header", maximumHeaderBytes, 4096...(1 << 24)),
            ("maximum connections", maximumConnections, 1...1_000_000),
            ("maximum connections per address", maximumConnectionsPerAddress, 0...1_000_000),
            ("idle timeout", idleTimeoutSeconds, 1...86400),
            ("receive timeout", receiveTimeoutSeconds, 1...86400),
            ("send timeout", sendTimeoutSeconds, 1...86400),
        ]
        for (name, value, range) in bounds where !range.contains(value) {
            throw .configuration(name: name, reason: "is \(value), not from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
