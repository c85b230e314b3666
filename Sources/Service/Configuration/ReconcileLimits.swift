/// How much a service may ask the App Store in the background.
package struct ReconcileLimits: Hashable, Sendable {
    /// Requests to the App Store Server API in an hour, repetitions included.
    package var requestsPerHour = 600
    /// Lines of the store that are compared in an hour for no other reason than that it is their turn; 0 for none.
    package var sampleLinesPerHour = 60
    /// Seconds that a notification is given to arrive before its line is asked about.
    package var settleSeconds = 600

    /// The defaults.
    package init() {}

    /// Every limit by its name in a configuration file, with the values that make sense.
    static let table:
        [(name: String, path: any WritableKeyPath<ReconcileLimits, Int> & Sendable, range: ClosedRange<Int>)] = [
            ("requestsPerHour", \.requestsPerHour, 60...1_000_000),
            ("sampleLinesPerHour", \.sampleLinesPerHour, 0...1_000_000),
            ("settleSeconds", \.settleSeconds, 0...86_400),
        ]
}
