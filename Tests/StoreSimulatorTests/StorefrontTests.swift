import StoreSimulator
import Testing

@Suite("Storefronts")
struct StorefrontTests {
    @Test("The store of the United States is the one of App Store Connect's default")
    func unitedStates() {
        #expect(Storefront.unitedStates.countryCode == "USA")
        #expect(Storefront.unitedStates.identifier == "143441")
        #expect(Storefront.unitedStates.currency == "USD")
    }
}
