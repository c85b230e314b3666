import StoreKitConfiguration
import Testing

@Suite
struct ConfiguredPriceTests {
    @Test(
        "A decimal becomes thousandths on its digits",
        arguments: [
            ("4.99", 4990), ("0.5", 500), ("2", 2000), ("50", 50_000), ("0", 0), ("0.001", 1), (".99", 990),
            ("5.", 5000), ("0.1", 100), ("1.005", 1005), ("9223372036854775.807", Int64.max), ("007.10", 7100),
            ("1.99000", 1990),
        ] as [(String, Int64)])
    func decimals(text: String, milliunits: Int64) throws {
        let price = try #require(ConfiguredPrice(text: text))
        #expect(price.milliunits == milliunits)
        #expect(price.isExact)
        #expect(price.text == text)
    }

    @Test("Digits beyond thousandths are cut off, and the price says so")
    func cut() throws {
        let price = try #require(ConfiguredPrice(text: "1.9999"))
        #expect(price.milliunits == 1999)
        #expect(!price.isExact)
    }

    @Test(
        "Thousandths become the decimal that reads back the same",
        arguments: [0, 1, 990, 1005, 4990, 12_000, Int64.max])
    func fromMilliunits(milliunits: Int64) {
        let price = ConfiguredPrice(milliunits: milliunits)
        #expect(ConfiguredPrice(text: price.text)?.milliunits == milliunits)
        #expect(price.text.split(separator: ".").last?.count == (milliunits % 10 == 0 ? 2 : 3))
    }
}
