internal import AppStoreModels
internal import HTTPServing
internal import StoreSimulator

/// The query of a transaction history.
struct HistoryFilter: Sendable {
    /// The product types as the query writes them.
    static let productTypes: [String: ProductType] = [
        "AUTO_RENEWABLE": .autoRenewableSubscription, "NON_RENEWABLE": .nonRenewingSubscription,
        "CONSUMABLE": .consumable, "NON_CONSUMABLE": .nonConsumable,
    ]

    /// Whether the newest change comes first.
    private(set) var isDescending = false
    private var startDate: Int64?
    private var endDate: Int64?
    private var products: Set<String> = []
    private var types: Set<ProductType> = []
    private var groups: Set<String> = []
    private var ownership: InAppOwnershipType?
    private var isRevoked: Bool?

    /// Reads a query; parameters that are not known are ignored.
    init(_ request: ServiceRequest, isVersion1: Bool) throws(ServerAPIFailure) {
        startDate = try HistoryFilter.date(request.first("startDate"), .invalidStartDate)
        endDate = try HistoryFilter.date(request.first("endDate"), .invalidEndDate)
        switch request.first("sort") {
        case nil, "ASCENDING": break
        case "DESCENDING": isDescending = true
        default: throw ServerAPIFailure(.invalidSort, "Invalid sort.")
        }
        products = Set(request.all("productId"))
        guard !products.contains("") else { throw ServerAPIFailure(.invalidProductId, "Invalid product id.") }
        for text in request.all("productType") {
            guard let type = HistoryFilter.productTypes[text] else {
                throw ServerAPIFailure(.invalidProductType, "Invalid product type.")
            }
            types.insert(type)
        }
        groups = Set(request.all("subscriptionGroupIdentifier"))
        guard !groups.contains("") else {
            throw ServerAPIFailure(.invalidSubscriptionGroupIdentifier, "Invalid subscription group identifier.")
        }
        if let text = request.first("inAppOwnershipType") {
            let type = InAppOwnershipType(rawValue: text)
            guard type.isKnown else {
                throw ServerAPIFailure(.invalidInAppOwnershipType, "Invalid in-app ownership type.")
            }
            ownership = type
        }
        isRevoked = try HistoryFilter.boolean(request.first("revoked"), .invalidRevoked)
        if isVersion1, try HistoryFilter.boolean(request.first("excludeRevoked"), .invalidExcludeRevoked) == true {
            // A filter that asks for them as well is the newer one.
            isRevoked = isRevoked ?? false
        }
    }

    /// Whether a transaction belongs into the history.
    func includes(_ transaction: SimulatedTransaction) -> Bool {
        if let startDate, transaction.purchaseDate < startDate { return false }
        if let endDate, transaction.purchaseDate >= endDate { return false }
        if !products.isEmpty, !products.contains(transaction.productID) { return false }
        if !types.isEmpty, !types.contains(transaction.productType) { return false }
        if !groups.isEmpty, !groups.contains(transaction.subscriptionGroupID ?? "") { return false }
        if let ownership, transaction.ownership != ownership { return false }
        if let isRevoked, (transaction.revocation != nil) != isRevoked { return false }
        return true
    }

    /// What a revision of this history is bound to: the query without the revision, in any order.
    static func question(_ endpoint: ServerEndpoint, customer: String, _ request: ServiceRequest) -> String {
        let pairs = request.query.filter { $0.name != "revision" }.map { "\($0.name)=\($0.value)" }.sorted()
        return ([endpoint.rawValue, customer] + pairs).joined(separator: "\n")
    }

    private static func date(_ text: String?, _ code: ServerAPIErrorCode) throws(ServerAPIFailure) -> Int64? {
        guard let text else { return nil }
        guard let date = Int64(text), date >= 0 else {
            throw ServerAPIFailure(code, "Invalid date: it must be a number of milliseconds.")
        }
        return date
    }

    /// Apple's own Python client writes `True`.
    private static func boolean(_ text: String?, _ code: ServerAPIErrorCode) throws(ServerAPIFailure) -> Bool? {
        switch text?.lowercased() {
        case nil: return nil
        case "true": return true
        case "false": return false
        default: throw ServerAPIFailure(code, "Invalid value: it must be true or false.")
        }
    }
}
