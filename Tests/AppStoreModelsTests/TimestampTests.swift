import AppStoreModels
import Testing

struct TimestampTests {
    @Test(
        "A moment is shown in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_697_679_936_049, "2023-10-19T01:45:36.049Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "10000-01-01T00:00:00.000Z"), (-62_135_769_600_000, "0000-12-30T00:00:00.000Z"),
            (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"), (1_375_340_400_000, "2013-08-01T07:00:00.000Z"),
        ] as [(Int64, String)])
    func showsUTC(_ milliseconds: Int64, _ text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }

    @Test(
        "Seconds are rounded down",
        arguments: [(0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2)] as [(Int64, Int64)])
    func roundsSecondsDown(_ milliseconds: Int64, _ seconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).seconds == seconds)
    }

    @Test("The least and the greatest moment can be shown")
    func showsExtremes() {
        #expect(Timestamp(milliseconds: .max).description == "292278994-08-17T07:12:55.807Z")
        #expect(Timestamp(milliseconds: .min).description == "-292275055-05-16T16:47:04.192Z")
        #expect(Timestamp(milliseconds: .min).seconds == -9_223_372_036_854_776)
    }

    @Test("Moments are compared by their milliseconds, however they were written")
    func comparesMilliseconds() throws {
        let payload = try JWSTransactionDecodedPayload(text: #"{"purchaseDate":1.5e3,"expiresDate":1500.9}"#)
        #expect(payload.purchaseDate == payload.expiresDate)
        #expect(payload.purchaseDate == Timestamp(milliseconds: 1500))
        #expect(payload.expiresDate?.text == "1500.9")
        #expect(Timestamp(milliseconds: 1) < Timestamp(milliseconds: 2))
        #expect(Set([payload.purchaseDate, payload.expiresDate]).count == 1)
    }
}
