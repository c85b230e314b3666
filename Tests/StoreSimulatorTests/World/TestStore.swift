import AppStoreModels
import StoreSimulator

/// A small store and short ways to drive it.
struct TestStore {
    var world: StoreWorld
    /// Everything that happened since the store opened.
    var happened: [StoreOccurrence] = []

    /// 2026-01-31T10:00:00Z.
    static let start: Int64 = 1_769_853_600_000
    static let day: Int64 = 86_400_000

    init(
        settings: WorldSettings = WorldSettings(), start: Int64 = TestStore.start, seed: UInt64 = 1,
        catalog: ProductCatalog = TestStore.catalog
    ) {
        world = StoreWorld(
            catalog: catalog, app: SimulatedApp(bundleId: "com.example.app"), settings: settings, start: start,
            seed: seed)
    }

    @discardableResult
    mutating func perform(_ action: StoreAction) throws(SimulatorError) -> [StoreOccurrence] {
        let new = try world.perform(action)
        happened += new
        return new
    }

    @discardableResult
    mutating func buy(
        _ product: String, by customer: String = "ann", _ adjust: (inout PurchaseRequest) -> Void = { _ in }
    ) throws(SimulatorError) -> [StoreOccurrence] {
        var request = PurchaseRequest(customer: customer, product: product)
        adjust(&request)
        return try perform(.buy(request))
    }

    @discardableResult
    mutating func advance(days: Int64) throws(SimulatorError) -> [StoreOccurrence] {
        try advance(to: world.now + days * TestStore.day)
    }

    @discardableResult
    mutating func advance(to date: Int64) throws(SimulatorError) -> [StoreOccurrence] {
        let new = try world.advance(to: date)
        happened += new
        return new
    }

    @discardableResult
    mutating func step() -> [StoreOccurrence] {
        let new = world.advanceToNextEvent()
        happened += new
        return new
    }

    var ann: StoreTarget { .purchase(customer: "ann") }

    var line: SubscriptionLine? { world.subscriptions(ofCustomer: "ann").first }

    static let catalog: ProductCatalog = {
        let month = CalendarDuration(months: 1)
        var monthly = CatalogProduct(id: "pro.monthly", groupID: "pro", level: 2, period: month, price: 9990)
        monthly.isFamilyShareable = true
        monthly.promotionalOffers = [CatalogOffer(id: "stay", paymentMode: .payAsYouGo, period: month, price: 4990)]
        monthly.codeOffers = [
            CatalogOffer(id: "gift", paymentMode: .payUpFront, period: CalendarDuration(months: 3), price: 9990),
            CatalogOffer(
                id: "welcome", paymentMode: .freeTrial, period: CalendarDuration(days: 7), eligibility: [.new]),
        ]
        monthly.winBackOffers = [
            CatalogOffer(id: "return", paymentMode: .payAsYouGo, period: month, periodCount: 2, price: 2990)
        ]
        var crossgrade = CatalogProduct(id: "pro.other", groupID: "pro", level: 2, period: month, price: 9990)
        crossgrade.storefrontPrices = ["FRA": 10990]
        var yearly = CatalogProduct(
            id: "pro.yearly", groupID: "pro", level: 2, period: CalendarDuration(months: 12), price: 99_990)
        yearly.promotionalOffers = [
            CatalogOffer(id: "year", paymentMode: .payUpFront, period: CalendarDuration(months: 12), price: 59_990)
        ]
        var top = CatalogProduct(id: "pro.top", groupID: "pro", level: 1, period: month, price: 19_990)
        top.isFamilyShareable = true
        top.promotionalOffers = [CatalogOffer(id: "up", paymentMode: .payAsYouGo, period: month, price: 9990)]
        let basic = CatalogProduct(id: "pro.basic", groupID: "pro", level: 3, period: month, price: 4990)
        var weekly = CatalogProduct(
            id: "news.weekly", groupID: "news", level: 1, period: CalendarDuration(days: 7), price: 990)
        weekly.introductoryOffer = CatalogOffer(paymentMode: .freeTrial, period: CalendarDuration(days: 3))
        var paced = CatalogProduct(id: "news.monthly", groupID: "news", level: 1, period: month, price: 2990)
        paced.introductoryOffer = CatalogOffer(
            paymentMode: .payAsYouGo, period: month, periodCount: 3, price: 990)
        let coins = CatalogProduct(id: "coins", type: .consumable, price: 1990)
        var lifetime = CatalogProduct(id: "lifetime", type: .nonConsumable, price: 49_990)
        lifetime.isFamilyShareable = true
        lifetime.codeOffers = [CatalogOffer(id: "half", paymentMode: .oneTime, price: 24_990)]
        let pass = CatalogProduct(id: "pass", type: .nonRenewingSubscription, price: 14_990)
        return ProductCatalog([
            monthly, crossgrade, yearly, top, basic, weekly, paced, coins, lifetime, pass,
        ])
    }()
}

extension Sequence<StoreOccurrence> {
    var notifications: [SimulatedNotification] {
        compactMap { if case .notification(let notification) = $0.kind { notification } else { nil } }
    }

    var transactions: [SimulatedTransaction] {
        compactMap { if case .transaction(let transaction) = $0.kind { transaction } else { nil } }
    }

    var messages: [MessageReason] {
        compactMap { if case .message(_, let reason) = $0.kind { reason } else { nil } }
    }

    var statuses: [SubscriptionStatus] {
        compactMap { if case .status(_, let status) = $0.kind { status } else { nil } }
    }

    /// What was sent, such as `SUBSCRIBED.INITIAL_BUY`.
    var names: [String] { notifications.map(\.name) }
}

extension SimulatedNotification {
    var name: String { type.rawValue + (subtype.map { ".\($0.rawValue)" } ?? "") }

    var data: Data? { if case .data(let data) = content { data } else { nil } }
}
