import AppStoreModels
import StoreKitConfiguration
import TestSupport
import Testing

@Suite
struct StoreConfigurationBuildingTests {
    @Test("The short form becomes the file that its vector holds, byte for byte and every time")
    func shortForm() throws {
        let bytes = try TestVectors.bytes("storekit/short/all.json")
        let configuration = try StoreConfiguration(parsingShortForm: bytes)
        let expected = try TestVectors.bytes("storekit/short/all.storekit")
        #expect(String(decoding: configuration.fileBytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
        #expect(try StoreConfiguration(parsingShortForm: bytes) == configuration)
        #expect(configuration.bundleID == "com.example.app")
        #expect(configuration.notes.isEmpty)
        var read = try StoreConfiguration(parsing: expected)
        read.bundleID = "com.example.app"
        #expect(read == configuration)
    }

    @Test("The short form means what it says")
    func meaning() throws {
        let configuration = try StoreConfiguration(
            parsingShortForm: try TestVectors.bytes("storekit/short/all.json"))
        #expect(configuration.product("lifetime")?.price.text == "49.9")
        #expect(configuration.product("lifetime")?.price.milliunits == 49_900)
        #expect(configuration.product("season")?.type == .nonRenewingSubscription)
        let monthly = try #require(configuration.product("pro.monthly")?.subscription)
        #expect(monthly.level == 2)
        #expect(monthly.promotionalOffers.first?.period == CalendarDuration(months: 1))
        #expect(monthly.promotionalOffers.first?.numberOfPeriods == 3)
        #expect(monthly.offerCodes.first?.eligibility == [.new, .expired])
        #expect(monthly.offerCodes.first?.isStackable == true)
        #expect(monthly.winBackOffers.first?.referenceName == "Come back")
        #expect(
            configuration.settings
                == ConfiguredSettings(
                    billingRetryOnRenewal: true, billingGracePeriod: true, storefront: "DEU", timeRate: 1004))
    }

    @Test("The short form is read strictly", arguments: try ConfigurationVector.load("short/broken.json"))
    func broken(vector: ConfigurationVector) throws {
        let error = try #require(throws: StoreConfigurationError.self) {
            _ = try StoreConfiguration(parsingShortForm: vector.input)
        }
        #expect(error.code.error == vector.error)
        #expect(error.code.path == vector.path)
        if case .unknownKey(_, _, let nearest) = error { #expect(nearest ?? "" == vector.nearest) }
    }

    @Test("Billing plans and several introductory offers make a file of version 5")
    func version5() throws {
        let text = """
            {"groups":[{"name":"Pro","subscriptions":[{"id":"pro","period":"P1Y","price":"12",
              "introductory":[{"mode":"free","period":"P1W"},{"mode":"payUpFront","period":"P1M","price":"0.5"}],
              "billingPlans":[{"type":"monthly","price":"1.1","commitmentPrice":"13.2","enabled":false}]}]}]}
            """
        let configuration = try StoreConfiguration(parsingShortForm: Array(text.utf8))
        #expect(configuration.version == ConfigurationVersion(major: 5))
        let subscription = try #require(configuration.product("pro")?.subscription)
        #expect(subscription.introductoryOffers.map(\.paymentMode) == [.freeTrial, .payUpFront])
        #expect(subscription.billingPlans.map(\.commitmentPrice.text) == ["13.2"])
        #expect(configuration.notes.isEmpty)
        #expect(throws: StoreConfigurationError.self) {
            _ = try StoreConfiguration(version: ConfigurationVersion(major: 4), groups: configuration.groups)
        }
    }

    @Test("Two groups of one name get two ids")
    func groupsOfOneName() throws {
        let configuration = try StoreConfiguration(groups: [ConfiguredGroup(name: "a"), ConfiguredGroup(name: "a")])
        #expect(Set(configuration.groups.map(\.id)).count == 2)
    }

    @Test("A subscription outside a group is refused")
    func subscriptionOutside() {
        let product = ConfiguredProduct(
            type: .autoRenewableSubscription, productID: "pro", price: .zero,
            subscription: ConfiguredSubscription(groupID: "x", period: CalendarDuration(months: 1)))
        #expect(throws: StoreConfigurationError.self) { _ = try StoreConfiguration(products: [product]) }
    }
}
