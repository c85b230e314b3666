import AppStoreModels
import StoreKitConfiguration
import TestSupport
import Testing

@Suite(.enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
struct ThirdPartyConfigurationTests {
    @Test(
        "A file that Xcode wrote is saved with the same bytes",
        arguments: ["BackyardBirds", "v3-five-groups", "v5-all-switches"])
    func roundTrip(name: String) throws {
        let bytes = try ThirdPartyVectors.bytes("storekit/\(name).storekit")
        #expect(try StoreConfiguration(parsing: bytes).fileBytes == bytes)
    }

    @Test("Consumables and a group of three levels")
    func birds() throws {
        let configuration = try load("BackyardBirds")
        #expect(configuration.identifier == "DD874EC3")
        #expect(configuration.products.count == 6)
        #expect(configuration.products.allSatisfy { $0.type == .consumable })
        #expect(configuration.products.map(\.price.milliunits) == [1990, 3990, 990, 1990, 990, 1990])
        #expect(configuration.settings.storeKitErrors.count == 9)
        let group = try #require(configuration.group("6F3A93AB"))
        #expect(group.name == "Backyard Birds Pass")
        #expect(group.subscriptions.compactMap(\.subscription?.level) == [3, 2, 1])
        #expect(group.subscriptions.map(\.isFamilyShareable) == [false, true, true])
        for product in group.subscriptions {
            let offer = try #require(product.subscription?.introductoryOffers.first)
            #expect(offer.paymentMode == .freeTrial)
            #expect(offer.period == CalendarDuration(months: 1))
        }
        #expect(configuration.notes.isEmpty)
        #expect(!configuration.isSynchronized)
    }

    @Test("Five groups, promotional offers, a price left beside a free offer")
    func fiveGroups() throws {
        let configuration = try load("v3-five-groups")
        #expect(configuration.groups.map(\.subscriptions.count) == [4, 1, 3, 1, 1])
        #expect(configuration.nonRenewing.map(\.productID) == ["non_renewing_subscription"])
        #expect(configuration.settings.timeRate == 6)
        #expect(configuration.offersKey?.id == "C815358F")
        let promotional = configuration.allProducts.flatMap { $0.subscription?.promotionalOffers ?? [] }
        #expect(promotional.count == 4)
        #expect(promotional.allSatisfy { $0.paymentMode == .freeTrial && $0.price == nil })
        let shortest = try #require(configuration.product("shortest_duration")?.subscription)
        #expect(shortest.introductoryOffers.first?.price == nil)
        #expect(shortest.introductoryOffers.first?.period == CalendarDuration(days: 3))
        #expect(
            configuration.notes.map(\.path) == [
                "subscriptionGroups[4].subscriptions[0].introductoryOffer.displayPrice"
            ])
    }

    @Test("Billing plans, both introductory forms and every switch")
    func allSwitches() throws {
        let configuration = try load("v5-all-switches")
        #expect(configuration.version == ConfigurationVersion(major: 5))
        #expect(configuration.settings == ConfiguredSettings())
        #expect(configuration.appPolicies?.policies.map(\.locale) == ["en_US"])
        let monthly = try #require(configuration.product("com.revenuecat.monthly_4.99.1_week_intro")?.subscription)
        #expect(monthly.introductoryOffers.map(\.period) == [CalendarDuration(months: 3)])
        #expect(monthly.promotionalOffers.map(\.paymentMode) == [.payUpFront, .payAsYouGo])
        #expect(monthly.promotionalOffers.map(\.numberOfPeriods) == [1, 2])
        #expect(monthly.promotionalOffers.compactMap(\.price?.milliunits) == [40_990, 20_150])
        let committed = try #require(configuration.product("com.revenuecat.annual_with_commitment")?.subscription)
        #expect(committed.billingPlans.map(\.type) == [.billedUpfront, .monthly])
        #expect(committed.billingPlans.map(\.price.milliunits) == [990, 500])
        #expect(configuration.notes.isEmpty)
    }

    private func load(_ name: String) throws -> StoreConfiguration {
        try StoreConfiguration(parsing: try ThirdPartyVectors.bytes("storekit/\(name).storekit"))
    }
}
