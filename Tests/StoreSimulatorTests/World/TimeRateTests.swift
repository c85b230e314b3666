import AppStoreModels
import StoreSimulator
import Testing

@Suite("Rates of time")
struct TimeRateTests {
    /// Seconds of: week, month, two, three and six months, year, grace of weekly and other periods, retry.
    static let table: [(TimeRate, Int, [Int64])] = [
        (.monthlyRenewalEveryHour, 10, [900, 3600, 7200, 10_800, 21_600, 43_200, 771, 1800, 7200]),
        (.monthlyRenewalEveryThirtyMinutes, 11, [600, 1800, 3600, 5400, 10_800, 21_600, 514, 900, 3600]),
        (.monthlyRenewalEveryFifteenMinutes, 12, [300, 900, 1800, 2700, 5400, 10_800, 257, 450, 1800]),
        (.monthlyRenewalEveryFiveMinutes, 13, [180, 300, 600, 900, 1800, 3600, 154, 150, 600]),
        (.monthlyRenewalEveryThirtySeconds, 15, [10, 30, 60, 90, 180, 360, 9, 15, 60]),
        (.oneRenewalEveryFifteenMinutes, 1000, [900, 900, 900, 900, 900, 900, 900, 900, 1800]),
        (.oneRenewalEveryFiveMinutes, 1001, [300, 300, 300, 300, 300, 300, 300, 300, 600]),
        (.oneRenewalEveryMinute, 1002, [60, 60, 60, 60, 60, 60, 60, 60, 120]),
        (.oneRenewalEveryThirtySeconds, 1003, [30, 30, 30, 30, 30, 30, 30, 30, 60]),
        (.oneRenewalEveryTenSeconds, 1004, [10, 10, 10, 10, 10, 10, 10, 10, 20]),
        (.oneRenewalEveryTwoSeconds, 1005, [2, 2, 2, 2, 2, 2, 2, 2, 4]),
        // From a January: 31, 59, 90, 181 and 365 days.
        (.oneSecondIsOneDay, 6, [7, 31, 59, 90, 181, 365, 6, 16, 60]),
        (.oneMinuteIsOneDay, 4, [420, 1860, 3540, 5400, 10_860, 21_900, 360, 960, 3600]),
        (.realTime, 0, [7, 31, 59, 90, 181, 365, 6, 16, 60].map { $0 * 86_400 }),
    ]

    @Test("Every rate has the lengths of Apple's table")
    func lengths() {
        // 2026-01-01T00:00:00Z.
        let start: Int64 = 1_767_225_600_000
        let periods = [CalendarDuration(days: 7)] + [1, 2, 3, 6, 12].map { CalendarDuration(months: $0) }
        for (rate, raw, seconds) in TimeRateTests.table {
            #expect(rate.rawValue == raw)
            var lengths = periods.map { rate.end(of: $0, from: start) - start }
            lengths += [
                rate.graceLength(for: periods[0]), rate.graceLength(for: periods[1]), rate.retryLength,
            ]
            #expect(lengths == seconds.map { $0 * 1000 }, "\(rate)")
        }
    }

    @Test("Nothing overflows")
    func extremes() {
        let longest = CalendarDuration(months: .max, days: .max, seconds: .max)
        for rate in TimeRate.allCases {
            #expect(rate.end(of: longest, count: .max, from: .max) == .max)
            _ = rate.end(of: longest, count: .min, from: .min)
            _ = rate.graceLength(for: longest, days: .max)
        }
    }

    @Test("A subscription's signed dates are those of the rate")
    func signedDates() throws {
        for (rate, length) in [(TimeRate.oneRenewalEveryTwoSeconds, 2000), (.monthlyRenewalEveryHour, 3_600_000)] {
            var store = TestStore()
            try store.perform(.setSetting(.timeRate(rate)))
            try store.buy("pro.monthly")
            for _ in 0..<3 { store.step() }
            #expect(
                store.world.allTransactions.map { ($0.expiresDate ?? 0) - $0.purchaseDate }
                    == Array(repeating: Int64(length), count: 4))
        }
    }
}
