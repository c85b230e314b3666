import AppStoreModels
import Testing

struct MoneyTests {
    @Test(
        "An amount is shown with its currency's decimals, or with more where it needs them",
        arguments: [
            (9990, "USD", "9.99 USD"), (1_500_000, "JPY", "1500 JPY"), (1_500_500, "JPY", "1500.5 JPY"),
            (0, "EUR", "0.00 EUR"),
            (-990, "USD", "-0.99 USD"), (5, "USD", "0.005 USD"), (9900, "USD", "9.90 USD"), (1250, "KWD", "1.250 KWD"),
            (7000, "XYZ", "7.00 XYZ"), (.max, "USD", "9223372036854775.807 USD"),
            (.min, "USD", "-9223372036854775.808 USD"),
        ] as [(Int64, String, String)])
    func showsAmounts(_ milliunits: Int64, _ currency: String, _ text: String) {
        #expect(Money(milliunits: milliunits, currency: currency).description == text)
    }

    @Test("A price is money only with its currency")
    func needsCurrency() throws {
        let both = try JWSTransactionDecodedPayload(text: #"{"price":5990,"currency":"AUD"}"#)
        #expect(both.priceInCurrency == Money(milliunits: 5990, currency: "AUD"))
        #expect(try JWSTransactionDecodedPayload(text: #"{"price":5990}"#).priceInCurrency == nil)
        #expect(try JWSTransactionDecodedPayload(text: #"{"currency":"AUD"}"#).priceInCurrency == nil)
        let renewal = try JWSRenewalInfoDecodedPayload(text: #"{"renewalPrice":-1,"currency":"JPY"}"#)
        #expect(renewal.renewalPriceInCurrency?.description == "-0.001 JPY")
    }
}
