/// Draws what happens to each notification in turn.
struct DeliveryFates: Sendable {
    /// What happens to one notification.
    struct Fate: Sendable {
        /// What a notification waits for before it is sent.
        enum Waiting: Sendable { case none, forTheNext, forABurst }

        var manner: DeliveryAttempt.Manner
        /// How much later than it could it is sent, in milliseconds.
        var lateness: Int64
        var waiting: Waiting
        var isRepeated: Bool
    }

    private let chaos: DeliveryChaos
    private var numbers: SeededNumbers

    init(_ chaos: DeliveryChaos) {
        self.chaos = chaos
        numbers = SeededNumbers(seed: chaos.seed)
    }

    /// The next fate; the same seed gives the same ones, and changing one chance does not shift the draws of the others.
    mutating func next() -> Fate {
        let (isLost, isSlow, isCut) = (draw(chaos.drop), draw(chaos.slow), draw(chaos.disconnect))
        let (isRepeated, isLate, share) = (draw(chaos.duplicate), draw(chaos.delay), numbers.fraction())
        let (isReordered, isInBurst) = (draw(chaos.reorder), draw(chaos.burst))
        return Fate(
            manner: isLost ? .lost : isCut ? .disconnecting : isSlow ? .slow : .plain,
            lateness: isLate ? Int64(share * Double(min(max(chaos.longestDelay, 0), 1 << 50))) : 0,
            waiting: isReordered ? .forTheNext : isInBurst ? .forABurst : .none, isRepeated: isRepeated)
    }

    private mutating func draw(_ chance: Double) -> Bool { numbers.fraction() < chance }
}
