/// What the service puts up with.
package struct ServiceLimits: Hashable, Sendable {
    /// Connections at one time on each listener.
    package var maximumConnections = 4096
    /// Connections at one time from one address; 0 sets no limit, and there is none on loopback.
    package var maximumConnectionsPerAddress = 256
    /// Memory for the head of a request and of its response, in bytes.
    package var maximumHeaderBytes = 32 * 1024
    /// Seconds without a byte in either direction after which a connection is closed.
    package var idleTimeoutSeconds = 30
    /// Seconds in which a request has to come, however steadily it trickles.
    package var receiveTimeoutSeconds = 30
    /// Seconds in which a response has to be taken.
    package var sendTimeoutSeconds = 120
    /// Deliveries that may wait for the store; past them the answer is to come again.
    package var queueCapacity = 4096
    /// Deliveries that share one transaction of the store at most.
    package var commitGroupSize = 256
    /// Rejected inputs that are kept for inspection.
    package var rejectedRows = 10_000
    /// The sum of their lengths, in bytes.
    package var rejectedBytes = 64 << 20
    /// Seconds between two looks for access that ended by the clock; 0 never looks.
    package var sweepSeconds = 5
    /// Seconds that an OCSP responder is given to answer, while a notification waits for it.
    package var responderSeconds = 10
    /// Seconds that requests in flight are given when the service stops.
    package var stopSeconds = 10

    /// The defaults.
    package init() {}

    /// The limits that a running service can exchange.
    static let exchangeable: Set = [
        "queueCapacity", "commitGroupSize", "sweepSeconds", "responderSeconds", "stopSeconds",
    ]

    /// Every limit by its name in a configuration file, with the values that make sense.
    static let table:
        [(name: String, path: any WritableKeyPath<ServiceLimits, Int> & Sendable, range: ClosedRange<Int>)] =
            [
                ("maximumConnections", \.maximumConnections, 1...1_000_000),
                ("maximumConnectionsPerAddress", \.maximumConnectionsPerAddress, 0...1_000_000),
                ("maximumHeaderBytes", \.maximumHeaderBytes, 4096...(1 << 24)),
                ("idleTimeoutSeconds", \.idleTimeoutSeconds, 1...86_400),
                ("receiveTimeoutSeconds", \.receiveTimeoutSeconds, 1...86_400),
                ("sendTimeoutSeconds", \.sendTimeoutSeconds, 1...86_400),
                ("queueCapacity", \.queueCapacity, 1...1_000_000),
                ("commitGroupSize", \.commitGroupSize, 1...100_000),
                ("rejectedRows", \.rejectedRows, 0...10_000_000),
                ("rejectedBytes", \.rejectedBytes, 0...(1 << 36)),
                ("sweepSeconds", \.sweepSeconds, 0...86_400),
                ("responderSeconds", \.responderSeconds, 1...3600),
                ("stopSeconds", \.stopSeconds, 0...3600),
            ]
}
