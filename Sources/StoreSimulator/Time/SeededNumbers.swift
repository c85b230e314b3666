/// Numbers that look random and depend on nothing but a seed, so that a history can be had again.
///
/// SplitMix64, by Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014); not for secrets.
public struct SeededNumbers: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// Starts a sequence.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number from 0 up to but not including 1.
    public mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
