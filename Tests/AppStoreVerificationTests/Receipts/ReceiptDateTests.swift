import AppStoreModels
import AppStoreVerification
import TestSupport
import Testing

@Suite("Dates in receipts")
struct ReceiptDateTests {
    private func date(_ text: String) throws -> Int64 {
        var sample = SampleReceipt(purchases: 0)
        sample.set(12, DERWriter.ia5(text))
        return try AppReceipt(content: sample.content).receiptCreationDate.milliseconds
    }

    @Test(
        "RFC 3339 is read, and Xcode's offset without a colon",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-06-01T00:00:00Z", 1_780_272_000_000),
            ("2026-06-01t00:00:00.25z", 1_780_272_000_250), ("2026-06-01T00:00:00.2509999Z", 1_780_272_000_250),
            ("2026-06-01T08:00:00+0800", 1_780_272_000_000), ("2026-05-31T19:30:00-04:30", 1_780_272_000_000),
            ("2024-02-29T23:59:60Z", 1_709_251_200_000), ("1969-12-31T23:59:59.5Z", -500),
            ("0000-01-01T00:00:00+23:59", -62_167_305_540_000), ("9999-12-31T23:59:59-23:59", 253_402_387_139_000),
        ] as [(String, Int64)])
    func read(_ text: String, _ milliseconds: Int64) throws { #expect(try date(text) == milliseconds) }

    @Test(
        "Anything else is not",
        arguments: [
            "2026-06-01", "2026-06-01T00:00:00", "2026-06-01 00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-06-31T00:00:00Z", "2026-06-00T00:00:00Z", "2025-02-29T00:00:00Z", "2026-06-01T24:00:00Z",
            "2026-06-01T00:60:00Z", "2026-06-01T00:00:61Z", "2026-06-01T00:00:00.Z", "2026-06-01T00:00:00+24:00",
            "2026-06-01T00:00:00+00:60", "2026-06-01T00:00:00+0", "2026-06-01T00:00:00ZZ", "+026-06-01T00:00:00Z",
            "2026-06-01T00:00:0\u{661}Z", " 2026-06-01T00:00:00Z", "1780272000000",
        ])
    func refused(_ text: String) {
        let failure = #expect(throws: VerificationFailure.self) { try date(text) }
        #expect(failure?.code == .receiptAttributes)
    }
}
