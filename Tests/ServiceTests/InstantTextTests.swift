internal import Service
internal import Testing

@Suite("Instants as text")
struct InstantTextTests {
    @Test(
        "Milliseconds and ISO 8601 in UTC are read",
        arguments: [
            ("0", 0), ("1780272000000", 1_780_272_000_000), ("-1", -1), ("2026-06-01", 1_780_272_000_000),
            ("2026-06-01T00:00Z", 1_780_272_000_000), ("2026-06-01T01:02:03Z", 1_780_275_723_000),
            ("2026-06-01T00:00:00.5Z", 1_780_272_000_500), ("2026-06-01T00:00:00.123999Z", 1_780_272_000_123),
            ("1970-01-01", 0), ("1969-12-31T23:59:59.999Z", -1), ("2024-02-29", 1_709_164_800_000),
            ("9223372036854775807", .max),
        ] as [(String, Int64)])
    func reads(_ text: String, _ expected: Int64) { #expect(InstantText.milliseconds(text) == expected) }

    @Test(
        "Everything else is refused",
        arguments: [
            "", "-", "now", "1.5", "1e3", " 1", "+1", "9223372036854775808", "2026-6-1", "2026-02-29", "2026-13-01",
            "2026-00-01", "2026-06-00", "2026-06-31", "2026-06-01T", "2026-06-01T24:00Z", "2026-06-01T00:60Z",
            "2026-06-01T00:00:60Z", "2026-06-01T00:00:00.Z", "2026-06-01T00:00:00", "2026-06-01T00:00:00+02:00",
            "2026-06-01 00:00:00Z", "2026-06-01T00:00:00Zx", "--1",
        ])
    func refuses(_ text: String) { #expect(InstantText.milliseconds(text) == nil) }
}
