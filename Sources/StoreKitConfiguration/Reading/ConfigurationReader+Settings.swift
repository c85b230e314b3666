import AppStoreModels
import StrictJSON

extension ConfigurationReader {
    /// Milliseconds from 1970-01-01T00:00:00Z to 2001-01-01T00:00:00Z, from where Xcode counts seconds.
    private static let referenceDate: Int64 = 978_307_200_000

    /// Reads the settings, and what they hold of the application that the file is synchronized with.
    mutating func settings(of root: JSONValue, into configuration: inout StoreConfiguration)
        throws(StoreConfigurationError) -> ConfiguredSettings
    {
        let path = "settings"
        var settings = ConfiguredSettings()
        guard let value = member(path, of: root) else {
            note(path, "missing, taken as the defaults")
            return settings
        }
        noteUnknownKeys(of: try object(value, at: path), at: path, known: ConfigurationKeys.settings)
        settings.askToBuy = flag("_askToBuyEnabled", of: value, at: path)
        settings.interruptedPurchases = flag("_billingIssuesEnabled", of: value, at: path)
        settings.billingRetryOnRenewal = flag("_renewalBillingIssuesEnabled", of: value, at: path)
        settings.billingGracePeriod = flag("_billingGracePeriodEnabled", of: value, at: path)
        settings.disableDialogs = flag("_disableDialogs", of: value, at: path)
        settings.failTransactions = flag("_failTransactionsEnabled", of: value, at: path)
        settings.locale = text("_locale", of: value, at: path) ?? settings.locale
        settings.storefront = text("_storefront", of: value, at: path) ?? settings.storefront
        settings.timeRate = timeRate(of: value)
        settings.storeKitErrors = try storeKitErrors(of: value)

        configuration.applicationInternalID = text("_applicationInternalID", of: value, at: path)
        configuration.developerTeamID = text("_developerTeamID", of: value, at: path)
        readSynchronization(of: value, into: &configuration)
        return settings
    }

    private mutating func timeRate(of settings: JSONValue) -> Int {
        guard let value = member("_timeRate", of: settings) else { return 0 }
        if case .number(let number) = value, let rate = number.integer.flatMap({ Int32(exactly: $0) }) {
            return Int(rate)
        }
        note("settings._timeRate", "should be a whole number, found \(value.found); taken as 0")
        return 0
    }

    private mutating func storeKitErrors(of settings: JSONValue) throws(StoreConfigurationError)
        -> [ConfiguredStoreKitError]
    {
        var errors: [ConfiguredStoreKitError] = []
        for (index, value) in try array("_storeKitErrors", of: settings, at: "settings").enumerated() {
            let path = "settings._storeKitErrors[\(index)]"
            noteUnknownKeys(of: try object(value, at: path), at: path, known: ConfigurationKeys.storeKitError)
            guard let name = text("name", of: value, at: path) else {
                note("\(path).name", "missing; the error is not used")
                continue
            }
            errors.append(
                ConfiguredStoreKitError(
                    name: name, isEnabled: flag("enabled", of: value, at: path),
                    current: member("current", of: value).map { JSONWriter().text($0) }))
        }
        return errors
    }

    /// Hand-made files have the date 0, or the other two keys alone; neither was ever synchronized.
    private mutating func readSynchronization(of settings: JSONValue, into configuration: inout StoreConfiguration) {
        let path = "settings._lastSynchronizedDate"
        guard let value = member("_lastSynchronizedDate", of: settings) else { return }
        guard case .number(let number) = value else {
            note(path, "should be a number of seconds, found \(value.found); taken as absent")
            return
        }
        if number.integer == 0 {
            note(path, "0, taken as never")
            return
        }
        configuration.isSynchronized = true
        // Three places further on the digits, so that no fraction goes by way of a floating-point number.
        let hasExponent = number.text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
        let milliseconds = hasExponent ? nil : JSONNumber(text: number.text + "e3")?.floor
        let (sum, overflow) = (milliseconds ?? 0).addingReportingOverflow(ConfigurationReader.referenceDate)
        if milliseconds == nil || overflow {
            note(path, "\(value.found) is no date that can be told")
        } else {
            configuration.lastSynchronized = Timestamp(milliseconds: sum)
        }
    }
}
