/// So many of something an hour, evenly: what was not used is kept for up to an hour.
struct HourlyAllowance: Hashable, Sendable {
    private static let hour: Int64 = 3_600_000

    private let perHour: Int64
    /// What is left, in parts of an hour's worth of milliseconds, so that nothing is lost by rounding.
    private var parts: Int64
    private var last: Int64

    /// Begins with what a minute brings, at least one.
    init(perHour: Int, at now: Int64) {
        self.perHour = Int64(max(perHour, 0))
        parts = perHour > 0 ? max(self.perHour * HourlyAllowance.hour / 60, HourlyAllowance.hour) : 0
        last = now
    }

    /// How many there are.
    var whole: Int { Int(parts / HourlyAllowance.hour) }

    /// Adds what the time since the last call brings; a clock that goes back brings nothing.
    mutating func refill(at now: Int64) {
        let passed = min(max(now - last, 0), HourlyAllowance.hour)
        last = now
        parts = min(parts + passed * perHour, perHour * HourlyAllowance.hour)
    }

    /// Takes some; more than there are leaves a debt.
    mutating func spend(_ count: Int) { parts -= Int64(count) * HourlyAllowance.hour }
}
