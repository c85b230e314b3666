import AppStoreServerAPI
import Testing

@Suite("The skew of a clock")
struct ClockSkewTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT, the date of RFC 9110.
    static let date: Int64 = 784_111_777_000

    @Test(
        "What a slow response or a rounded second explains is no skew",
        arguments: [
            (Int64(0), Int64(0), Int64(0)), (999, 999, 0), (1000, 1000, 1), (60_999, 61_500, 60_000),
            (-1, 0, 0), (-60_000, 0, 0), (-61_000, -60_000, -60_000), (-5, 90_000, 0),
        ])
    func skew(_ sent: Int64, _ received: Int64, _ expected: Int64) throws {
        let skew = try #require(
            ClockSkew(
                date: "Sun, 06 Nov 1994 08:49:37 GMT", sent: Self.date + sent, received: Self.date + received))
        #expect(skew.milliseconds == expected)
        #expect(skew.isLarge == (expected.magnitude > 30_000))
    }

    @Test(
        "Other texts say nothing",
        arguments: [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
        ])
    func unreadable(_ text: String) { #expect(ClockSkew(date: text, sent: 0, received: 0) == nil) }

    @Test("It is told in words")
    func words() throws {
        let ahead = try #require(
            ClockSkew(date: "Sun, 06 Nov 1994 08:49:37 GMT", sent: Self.date + 95_999, received: Self.date + 96_000))
        #expect(ahead.description == "this machine's clock is 95 s ahead")
    }
}
