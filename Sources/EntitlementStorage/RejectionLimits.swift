/// How much of what was rejected is kept; the oldest goes first.
package struct RejectionLimits: Hashable, Sendable {
    /// The greatest number of inputs.
    package var rows: Int
    /// The greatest sum of the lengths of their bodies.
    package var bytes: Int

    /// Sets both limits.
    package init(rows: Int = 10_000, bytes: Int = 64 << 20) {
        self.rows = rows
        self.bytes = bytes
    }
}
