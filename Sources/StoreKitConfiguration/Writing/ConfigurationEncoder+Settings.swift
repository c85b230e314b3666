import AppStoreModels
import StrictJSON

extension ConfigurationEncoder {
    /// Encodes all settings of a new file.
    static func settings(_ settings: ConfiguredSettings) throws(StoreConfigurationError) -> JSONValue {
        var value: JSONValue = .object([])
        for (key, entry) in entries(of: settings) { value[key] = entry }
        value["_storeKitErrors"] = try errors(settings.storeKitErrors)
        return value
    }

    /// Sets those settings of a file that differ from what they were.
    static func update(_ value: inout JSONValue, from old: ConfiguredSettings, to new: ConfiguredSettings)
        throws(StoreConfigurationError)
    {
        for ((key, entry), (_, before)) in zip(entries(of: new), entries(of: old)) where entry != before {
            value[key] = entry
        }
        if new.storeKitErrors != old.storeKitErrors { value["_storeKitErrors"] = try errors(new.storeKitErrors) }
    }

    private static func entries(of settings: ConfiguredSettings) -> [(key: String, value: JSONValue)] {
        [
            ("_askToBuyEnabled", .boolean(settings.askToBuy)),
            ("_billingGracePeriodEnabled", .boolean(settings.billingGracePeriod)),
            ("_billingIssuesEnabled", .boolean(settings.interruptedPurchases)),
            ("_disableDialogs", .boolean(settings.disableDialogs)),
            ("_failTransactionsEnabled", .boolean(settings.failTransactions)),
            ("_locale", .string(settings.locale)),
            ("_renewalBillingIssuesEnabled", .boolean(settings.billingRetryOnRenewal)),
            ("_storefront", .string(settings.storefront)),
            ("_timeRate", .integer(settings.timeRate)),
        ]
    }

    private static func errors(_ errors: [ConfiguredStoreKitError]) throws(StoreConfigurationError) -> JSONValue {
        var values: [JSONValue] = []
        for (index, error) in errors.enumerated() {
            var current = JSONValue.null
            if let text = error.current {
                guard let document = try? JSONDocument(parsing: Array(text.utf8)) else {
                    throw .unexpected(
                        path: "settings.storeKitErrors[\(index)].current", expected: "JSON",
                        found: PlainText.quoted(text))
                }
                current = JSONValue(keepingSpellingOf: document.root)
            }
            values.append([
                "current": current, "enabled": .boolean(error.isEnabled), "name": .string(error.name),
            ])
        }
        return .array(values)
    }
}
