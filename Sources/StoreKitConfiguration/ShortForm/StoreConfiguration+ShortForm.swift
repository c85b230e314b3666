import StrictJSON

extension StoreConfiguration {
    /// Builds a configuration from the short form, JSON that is made to be written by hand.
    ///
    /// ```json
    /// {
    ///   "bundleId": "com.example.app",
    ///   "products": [{ "id": "coins", "type": "consumable", "price": "0.99" }],
    ///   "groups": [{
    ///     "name": "Pro",
    ///     "subscriptions": [{
    ///       "id": "pro.monthly", "level": 1, "period": "P1M", "price": "9.99",
    ///       "introductory": { "mode": "free", "period": "P1W" },
    ///       "promotional": [{ "id": "half", "mode": "payAsYouGo", "periods": 3, "price": "4.99" }],
    ///       "codes": [{ "name": "SPRING", "mode": "payUpFront", "period": "P6M", "price": "19.99" }],
    ///       "winBack": [{ "id": "back", "mode": "free", "period": "P1M" }]
    ///     }]
    ///   }],
    ///   "settings": { "storefront": "DEU", "billingRetry": true }
    /// }
    /// ```
    ///
    /// Types are `consumable`, `nonConsumable` and `nonRenewing`; modes are `free`, `payAsYouGo` and `payUpFront`. Unlike
    /// a `.storekit` file it is read strictly: a key that it does not have is an error.
    ///
    /// - Parameter bytes: The short form, UTF-8.
    /// - Throws: ``StoreConfigurationError`` for the first thing that is wrong.
    public init(parsingShortForm bytes: [UInt8]) throws(StoreConfigurationError) {
        let root: JSONNode
        do {
            root = try JSONDocument(parsing: bytes, limits: JSONLimits(maximumBytes: Self.maximumBytes)).root
        } catch {
            throw .json(error)
        }
        var reader = ShortFormReader()
        self = try reader.read(root)
    }
}
