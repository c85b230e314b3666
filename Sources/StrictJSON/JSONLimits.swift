/// Bounds on the JSON that is accepted.
public struct JSONLimits: Hashable, Sendable {
    /// How many bytes a text may have.
    public var maximumBytes: Int
    /// How deeply containers may be nested.
    public var maximumDepth: Int
    /// How many values and member names a text may have.
    public var maximumTokens: Int

    /// Sets the bounds: 16 MiB, 64 levels and 1,000,000 tokens where nothing else is said.
    public init(maximumBytes: Int = 16 << 20, maximumDepth: Int = 64, maximumTokens: Int = 1_000_000) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumTokens = maximumTokens
    }
}
