import AppStoreModels
import StoreKitConfiguration
import TestSupport
import Testing

@Suite
struct StoreConfigurationEditingTests {
    private let coins = ConfiguredProduct(
        type: .consumable, productID: "coins", price: ConfiguredPrice(milliunits: 990))
    private let week = CalendarDuration(days: 7)

    private func monthly(_ id: String = "pro", group: String = "22222222") -> ConfiguredProduct {
        ConfiguredProduct(
            type: .autoRenewableSubscription, productID: id, price: ConfiguredPrice(milliunits: 4990),
            subscription: ConfiguredSubscription(groupID: group, period: CalendarDuration(months: 1)))
    }

    @Test("A synchronized file says so, and refuses every change")
    func synchronized() throws {
        var configuration = try SoundFiles.configuration("version-4.0-synchronized")
        #expect(configuration.isSynchronized)
        #expect(configuration.applicationInternalID == "1552944963")
        #expect(configuration.developerTeamID == "ABCDE12345")
        #expect(configuration.lastSynchronized?.description == "2024-07-26T21:31:31.470Z")
        let before = configuration
        #expect(throws: StoreConfigurationError.synchronized) { try configuration.add(coins) }
        #expect(throws: StoreConfigurationError.synchronized) { try configuration.add(ConfiguredGroup(name: "new")) }
        #expect(throws: StoreConfigurationError.synchronized) { try configuration.set(ConfiguredSettings()) }
        let offer = ConfiguredOffer(kind: .introductory, paymentMode: .freeTrial, period: week)
        #expect(throws: StoreConfigurationError.synchronized) { try configuration.add(offer, to: "pro.weekly") }
        #expect(configuration == before)
        #expect("\(StoreConfigurationError.synchronized)".contains("convert it to a local copy"))
    }

    @Test("A local copy lacks the three keys of synchronization and nothing else")
    func localCopy() throws {
        let original = try SoundFiles.configuration("version-4.0-synchronized")
        var copy = try original.localCopy()
        #expect(!copy.isSynchronized)
        let keys = ["_applicationInternalID", "_developerTeamID", "_lastSynchronizedDate"]
        let kept = String(decoding: original.fileBytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).filter { line in !keys.contains { line.contains("\"\($0)\"") } }
        #expect(String(decoding: copy.fileBytes, as: UTF8.self) == kept.joined(separator: "\n"))
        #expect(try copy.localCopy() == copy)
        try copy.add(ConfiguredGroup(name: "new"))
        #expect(copy.groups.map(\.name) == ["all", "new"])
    }

    @Test("A change touches nothing but what it changes")
    func smallChange() throws {
        var configuration = try SoundFiles.configuration("version-3.0")
        var settings = configuration.settings
        settings.timeRate = 15
        settings.askToBuy = true
        try configuration.set(settings)
        let expected = String(decoding: try SoundFiles.bytes("version-3.0"), as: UTF8.self)
            .replacing("\"_timeRate\" : 6", with: "\"_timeRate\" : 15")
            .replacing(
                "\"_failTransactionsEnabled\"", with: "\"_askToBuyEnabled\" : true,\n    \"_failTransactionsEnabled\"")
        #expect(String(decoding: configuration.fileBytes, as: UTF8.self) == expected)
        #expect(configuration.settings == settings)
    }

    @Test("What is added is there after saving and reading")
    func additions() throws {
        var configuration = try SoundFiles.configuration("version-3.0")
        try configuration.add(coins)
        try configuration.add(
            ConfiguredProduct(
                type: .nonRenewingSubscription, productID: "season", price: ConfiguredPrice(milliunits: 12_345)))
        try configuration.add(monthly())
        try configuration.add(
            ConfiguredOffer(kind: .introductory, paymentMode: .freeTrial, period: week), to: "pro")
        try configuration.add(
            ConfiguredOffer(
                kind: .winBack, offerID: "back", paymentMode: .payAsYouGo, period: CalendarDuration(months: 1),
                numberOfPeriods: 2, price: ConfiguredPrice(milliunits: 500)), to: "pro")
        let read = try StoreConfiguration(parsing: configuration.fileBytes)
        #expect(read == configuration)
        #expect(read.product("season")?.price.text == "12.345")
        let subscription = try #require(read.product("pro")?.subscription)
        #expect(subscription.introductoryOffers.first?.period == week)
        #expect(subscription.winBackOffers.first?.numberOfPeriods == 2)
        let ids = read.allProducts.compactMap(\.internalID)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.utf8.count == 8 })
    }

    @Test("Version 5 holds several introductory offers and repeats the first, earlier versions hold one")
    func introductoryOffers() throws {
        let offer = ConfiguredOffer(kind: .introductory, paymentMode: .freeTrial, period: week)
        let other = ConfiguredOffer(kind: .introductory, paymentMode: .freeTrial, period: CalendarDuration(days: 3))
        var newer = try SoundFiles.configuration("version-5.0")
        try newer.add(monthly())
        try newer.add(offer, to: "pro")
        try newer.add(other, to: "pro")
        let added = try #require(newer.product("pro")?.subscription)
        #expect(added.introductoryOffers.map(\.period) == [week, CalendarDuration(days: 3)])
        #expect(added.billingPlans.map(\.type) == [.billedUpfront])
        #expect(!newer.notes.contains { $0.path.contains("introductoryOffer") })
        var older = try SoundFiles.configuration("version-1.1")
        #expect(throws: StoreConfigurationError.secondIntroductoryOffer(productID: "pro.monthly")) {
            try older.add(other, to: "pro.monthly")
        }
    }

    @Test("A change that no file could hold is refused, and changes nothing")
    func refusals() throws {
        var configuration = try SoundFiles.configuration("version-3.0")
        let before = configuration
        let price = ConfiguredPrice(milliunits: 990)
        func refused(_ code: String, _ change: (inout StoreConfiguration) throws -> Void) {
            let error = #expect(throws: StoreConfigurationError.self) { try change(&configuration) }
            #expect(error?.code.error == code)
            #expect(configuration == before)
        }
        refused("duplicateProduct") { try $0.add(monthly("pro.weekly")) }
        refused("noSuchGroup") { try $0.add(monthly(group: "none")) }
        refused("duplicateGroup") { try $0.add(ConfiguredGroup(id: "22222222", name: "x")) }
        refused("unexpected") { try $0.add(ConfiguredGroup(name: "x", subscriptions: [coins])) }
        refused("missing") {
            try $0.add(ConfiguredProduct(type: .autoRenewableSubscription, productID: "x", price: price))
        }
        refused("unexpected") {
            try $0.add(ConfiguredProduct(type: ProductType(rawValue: "Lootbox"), productID: "x", price: price))
        }
        refused("unexpected") { try $0.add(ConfiguredProduct(type: .consumable, productID: "", price: price)) }
        let promotional = ConfiguredOffer(kind: .promotional, offerID: "again", paymentMode: .freeTrial, period: week)
        refused("noSuchProduct") { try $0.add(promotional, to: "coins") }
        refused("unexpected") { try $0.add(promotional, to: "pro.monthly") }
        var changed = promotional
        changed.offerID = nil
        refused("missing") { try $0.add(changed, to: "pro.monthly") }
        changed = promotional
        changed.paymentMode = .oneTime
        refused("unexpected") { try $0.add(changed, to: "pro.monthly") }
        changed = promotional
        changed.offerID = "other"
        changed.paymentMode = .payUpFront
        refused("missing") { try $0.add(changed, to: "pro.monthly") }
        changed.price = price
        changed.period = CalendarDuration()
        refused("period") { try $0.add(changed, to: "pro.monthly") }
        changed.period = CalendarDuration(days: -7)
        refused("period") { try $0.add(changed, to: "pro.monthly") }
        refused("unexpected") {
            var settings = $0.settings
            settings.storeKitErrors = [ConfiguredStoreKitError(name: "Purchase", current: "{")]
            try $0.set(settings)
        }
    }
}
