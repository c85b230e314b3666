import AppStoreModels
import FoundationEssentials
import Testing
import TestSupport

@Suite("Calendar durations")
struct CalendarDurationTests {
    @Test(
        "ISO 8601 durations are read",
        arguments: [
            ("P1M", CalendarDuration(months: 1)), ("P1Y6M", CalendarDuration(months: 18)),
            ("P2W", CalendarDuration(days: 14)), ("P1W3D", CalendarDuration(days: 10)),
            ("P1DT12H", CalendarDuration(days: 1, seconds: 43_200)), ("PT1M", CalendarDuration(seconds: 60)),
            ("P1Y2M3W4DT5H6M7S", CalendarDuration(months: 14, days: 25, seconds: 18_367)),
            ("P0D", CalendarDuration()), ("P999999D", CalendarDuration(days: 999_999)),
        ])
    func read(_ text: String, _ duration: CalendarDuration) {
        #expect(CalendarDuration(iso8601: text) == duration)
    }

    @Test(
        "A duration is written in the largest units that say it alone, and read back as it was",
        arguments: [
            (CalendarDuration(), "P0D"), (CalendarDuration(months: 1), "P1M"), (CalendarDuration(months: 12), "P1Y"),
            (CalendarDuration(months: 14), "P14M"), (CalendarDuration(days: 7), "P1W"),
            (CalendarDuration(days: 3), "P3D"), (CalendarDuration(months: 1, days: 14), "P1M14D"),
            (CalendarDuration(days: 7, seconds: 1), "P7DT1S"), (CalendarDuration(seconds: 43_200), "PT12H"),
            (CalendarDuration(seconds: 90), "PT90S"), (CalendarDuration(months: 24, days: 1, seconds: 60), "P2Y1DT60S"),
            (CalendarDuration(months: 11_999_988, days: 6_999_993), "P999999Y6999993D"),
        ])
    func written(_ duration: CalendarDuration, _ text: String) {
        #expect(duration.iso8601 == text)
        if !text.contains("6999993") { #expect(CalendarDuration(iso8601: text) == duration) }
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "P", "PT", "P1", "1M", "p1M", "P1m", "P1MT", "P-1M", "+P1M", "P1.5D", "P1D1M", "P1M1M", "PT1S1H", "P1H",
            "PT1D", "P1000000D", "P1M ", " P1M", "P1YT", "PM", "P1T1H", "PT1H1", "P１M",
        ])
    func refused(_ text: String) {
        #expect(CalendarDuration(iso8601: text) == nil)
    }

    @Test("The end agrees with another implementation of the calendar")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            // 1970 to 2370, so that both kinds of century years are passed.
            let start = Int64(generator.next() % 12_622_780_800) * 1000 + Int64(generator.next() % 1000)
            let duration = CalendarDuration(
                months: Int64(generator.next() % 600), days: Int64(generator.next() % 1000),
                seconds: Int64(generator.next() % 1_000_000))
            let date = Date(timeIntervalSince1970: Double(start) / 1000)
            let shifted = try #require(calendar.date(byAdding: .month, value: Int(duration.months), to: date))
            let seconds = (shifted.timeIntervalSince1970 * 1000).rounded()
            let expected = Int64(seconds) + duration.days * 86_400_000 + duration.seconds * 1000
            #expect(duration.end(from: start) == expected, "\(start) \(duration)")
        }
    }

    @Test(
        "Instants before 1970 and before the year 0 have months too",
        arguments: [
            // From 1969-12-31, 1968-01-31 and 0000-01-31 at midnight; both latter years have a leap day.
            (-86_400_000, 2_592_000_000), (-60_566_400_000, -58_060_800_000),
            (-62_164_627_200_000, -62_162_121_600_000),
        ] as [(Int64, Int64)])
    func early(_ start: Int64, _ end: Int64) {
        #expect(CalendarDuration(months: 1).end(from: start) == end)
    }

    @Test("The ends of 64 bits stop the arithmetic instead of the process")
    func extremes() {
        let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for start in extremes {
            for value in extremes {
                _ = CalendarDuration(months: value).end(from: start)
                _ = CalendarDuration(days: value).end(from: start)
                _ = CalendarDuration(seconds: value).end(from: start)
                _ = CalendarDuration(months: value, days: value, seconds: value).end(from: start)
            }
        }
        #expect(CalendarDuration(months: 1).end(from: .max) == .max)
        #expect(CalendarDuration(days: .max).end(from: 0) == .max)
        #expect(CalendarDuration(seconds: .max).end(from: 0) == .max)
        #expect(CalendarDuration(months: .max).end(from: 0) == .max)
        #expect(CalendarDuration(days: .min).end(from: 0) == .min)
    }
}
