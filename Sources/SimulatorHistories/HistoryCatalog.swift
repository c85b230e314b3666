internal import AppStoreModels
internal import StoreSimulator

/// What is for sale in random histories: every kind of product, plan change and offer.
enum HistoryCatalog {
    static let products = ProductCatalog(subscriptions + news + oneTime)

    /// The ids of offers for subscribers, behind codes, and for former subscribers.
    static let promotionalOffers = ["stay", "year", "up"]
    static let codeOffers = ["gift", "welcome", "half"]
    static let winBackOffers = ["return"]

    private static let month = CalendarDuration(months: 1)

    /// One group with levels above and below, equal and unequal periods at one level.
    private static var subscriptions: [CatalogProduct] {
        var monthly = CatalogProduct(id: "pro.monthly", groupID: "21000001", level: 2, period: month, price: 9990)
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
        let other = CatalogProduct(id: "pro.other", groupID: "21000001", level: 2, period: month, price: 9990)
        var yearly = CatalogProduct(
            id: "pro.yearly", groupID: "21000001", level: 2, period: CalendarDuration(months: 12), price: 99_990)
        yearly.promotionalOffers = [
            CatalogOffer(id: "year", paymentMode: .payUpFront, period: CalendarDuration(months: 12), price: 59_990)
        ]
        var top = CatalogProduct(id: "pro.top", groupID: "21000001", level: 1, period: month, price: 19_990)
        top.isFamilyShareable = true
        top.promotionalOffers = [CatalogOffer(id: "up", paymentMode: .payAsYouGo, period: month, price: 9990)]
        let basic = CatalogProduct(id: "pro.basic", groupID: "21000001", level: 3, period: month, price: 4990)
        return [monthly, other, yearly, top, basic]
    }

    /// A second group, with introductory offers and a short period.
    private static var news: [CatalogProduct] {
        var weekly = CatalogProduct(
            id: "news.weekly", groupID: "21000002", level: 1, period: CalendarDuration(days: 7), price: 990)
        weekly.introductoryOffer = CatalogOffer(paymentMode: .freeTrial, period: CalendarDuration(days: 3))
        var monthly = CatalogProduct(id: "news.monthly", groupID: "21000002", level: 1, period: month, price: 2990)
        monthly.introductoryOffer = CatalogOffer(paymentMode: .payAsYouGo, period: month, periodCount: 3, price: 990)
        return [weekly, monthly]
    }

    private static var oneTime: [CatalogProduct] {
        let coins = CatalogProduct(id: "coins", type: .consumable, price: 1990)
        var lifetime = CatalogProduct(id: "lifetime", type: .nonConsumable, price: 49_990)
        lifetime.isFamilyShareable = true
        lifetime.codeOffers = [CatalogOffer(id: "half", paymentMode: .oneTime, price: 24_990)]
        let pass = CatalogProduct(id: "pass", type: .nonRenewingSubscription, price: 14_990)
        return [coins, lifetime, pass]
    }
}
