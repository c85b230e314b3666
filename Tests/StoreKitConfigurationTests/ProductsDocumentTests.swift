import AppStoreModels
import FoundationEssentials
import StoreKitConfiguration
import TestSupport
import Testing

@Suite("The page about products")
struct ProductsDocumentTests {
    @Test("Its example is a short form, of every kind of product and offer")
    func example() throws {
        let file = TestVectors.folder.deletingLastPathComponent().appending(path: "docs/products.md")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let parts = text.split(separator: "```json\n", maxSplits: 1)
        let example = try #require(parts.last?.split(separator: "\n```\n", maxSplits: 1).first)
        let store = try StoreConfiguration(parsingShortForm: Array(example.utf8))
        #expect(store.bundleID == "com.example.app")
        #expect(store.settings.billingGracePeriod)
        #expect(store.product("lifetime")?.isFamilyShareable == true)
        #expect(store.product("pass")?.type == .nonRenewingSubscription)
        let monthly = try #require(store.product("pro.monthly")?.subscription)
        #expect(monthly.introductoryOffers.map(\.paymentMode) == [.freeTrial])
        #expect(monthly.promotionalOffers.map(\.numberOfPeriods) == [3])
        #expect(monthly.offerCodes.map(\.eligibility.count) == [1])
        #expect(monthly.winBackOffers.map(\.offerID) == ["return"])
    }
}
