import AppStoreModels
import Testing

@Suite("Instants as text")
struct InstantTextTests {
    @Test(
        "Milliseconds and ISO 8601 with a zone are read",
        arguments: [
            ("0", 0), ("1780272000000", 1_780_272_000_000), ("-1", -1), ("2026-06-01", 1_780_272_000_000),
            ("2026-06-01T00:00Z", 1_780_272_000_000), ("2026-06-01T01:02:03Z", 1_780_275_723_000),
            ("2026-06-01T00:00:00.5Z", 1_780_272_000_500), ("2026-06-01T00:00:00.123999Z", 1_780_272_000_123),
            ("1970-01-01", 0), ("1969-12-31T23:59:59.999Z", -1), ("2024-02-29", 1_709_164_800_000),
            ("9223372036854775807", .max), ("2026-06-01T02:00:00+02:00", 1_780_272_000_000),
            ("2026-05-31T22:30:00-0130", 1_780_272_000_000), ("2026-06-01 00:00:00,25z", 1_780_272_000_250),
        ] as [(String, Int64)])
    func reads(_ text: String, _ expected: Int64) throws { #expect(try InstantText.parse(text) == expected) }

    @Test(
        "Everything else is refused for its reason",
        arguments: [
            ("", .form), ("-", .form), ("now", .form), ("1.5", .form), ("1e3", .form), (" 1", .form), ("+1", .form),
            ("--1", .form), ("9223372036854775808", .tooLarge), ("-9223372036854775809", .tooLarge),
            ("2026-6-1", .form), ("2026-06-01T", .form), ("2026-06-01T00:00:00.Z", .form),
            ("2026-06-01T00:00:00Zx", .form), ("2026-06-01T00:00:00+2", .form), ("2026-06-01T00:00:00+25:00", .form),
            ("2026-02-29", .noSuchDay), ("2026-13-01", .noSuchDay), ("2026-00-01", .noSuchDay),
            ("2026-06-00", .noSuchDay), ("2026-06-31", .noSuchDay), ("2026-06-01T24:00Z", .noSuchTime),
            ("2026-06-01T00:60Z", .noSuchTime), ("2026-06-01T00:00:60Z", .noSuchTime),
            ("2026-06-01T00:00:00", .missingZone),
        ] as [(String, InstantText.Mistake)])
    func refuses(_ text: String, _ mistake: InstantText.Mistake) {
        #expect(throws: mistake) { try InstantText.parse(text) }
    }
}
