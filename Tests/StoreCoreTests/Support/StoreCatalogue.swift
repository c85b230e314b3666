internal import StoreCore

/// The products that every harness has.
enum StoreCatalogue {
    static let monthly = Offer(
        productId: "com.example.app.pro.monthly", displayName: "Pro, a month",
        price: Price(milliunits: 9990, currency: "USD"), period: "P1M", introductory: "1 week free")
    static let yearly = Offer(
        productId: "com.example.app.pro.yearly", displayName: "Pro, a year",
        price: Price(milliunits: 99_990, currency: "USD"), period: "P1Y")
    static let lifetime = Offer(
        productId: "com.example.app.lifetime", displayName: "Pro for ever",
        price: Price(milliunits: 299_990, currency: "USD"))

    static let offers = [lifetime, yearly, monthly]
    static let ids = offers.map(\.productId)

    static let day: Int64 = 86_400_000
    /// How long access stays when a period ends unpaid.
    static let gracePeriod = 16 * day
}
