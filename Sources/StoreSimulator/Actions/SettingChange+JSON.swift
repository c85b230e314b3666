internal import AppStoreModels
internal import StrictJSON

extension SettingChange {
    /// The names of all settings.
    package static let names = [
        "timeRate", "storefront", "askToBuyEnabled", "interruptedPurchasesEnabled", "shouldEnterBillingRetryOnRenewal",
        "billingGracePeriodIsEnabled", "graceDays", "omitsGraceDate", "renewalLead", "renewalLimit",
    ]

    /// Reads the name of a setting and its value.
    init(_ members: ActionMembers) throws(StoreActionError) {
        let name = try members.text("name")
        guard let value = members.node["value"] else { throw .missing("value") }
        switch name {
        case "timeRate":
            guard let rate: TimeRate = try members.choice("value", named: { String(describing: $0) }) else {
                throw .missing("value")
            }
            self = .timeRate(rate)
        case "storefront": self = .storefront(try members.text("value"))
        case "askToBuyEnabled": self = .askToBuyEnabled(try members.boolean("value", default: false))
        case "interruptedPurchasesEnabled":
            self = .interruptedPurchasesEnabled(try members.boolean("value", default: false))
        case "shouldEnterBillingRetryOnRenewal":
            self = .shouldEnterBillingRetryOnRenewal(try members.boolean("value", default: false))
        case "billingGracePeriodIsEnabled":
            self = .billingGracePeriodIsEnabled(try members.boolean("value", default: false))
        case "graceDays": self = .graceDays(value.isNull ? nil : try members.optionalCount("value"))
        case "omitsGraceDate": self = .omitsGraceDate(try members.boolean("value", default: false))
        case "renewalLead": self = .renewalLead(try members.integer("value"))
        case "renewalLimit": self = .renewalLimit(value.isNull ? nil : try members.optionalCount("value"))
        default:
            if let nearest = Suggestion.nearest(to: name, among: SettingChange.names) {
                throw .unknownMember(name, of: "setSetting", nearest: nearest)
            }
            throw .invalidValue("name", expected: "one of " + SettingChange.names.joined(separator: ", "))
        }
    }

    /// The name of the setting and its value.
    var nameAndValue: (name: String, value: JSONValue) {
        switch self {
        case .timeRate(let rate): ("timeRate", .string(String(describing: rate)))
        case .storefront(let code): ("storefront", .string(code))
        case .askToBuyEnabled(let value): ("askToBuyEnabled", .boolean(value))
        case .interruptedPurchasesEnabled(let value): ("interruptedPurchasesEnabled", .boolean(value))
        case .shouldEnterBillingRetryOnRenewal(let value): ("shouldEnterBillingRetryOnRenewal", .boolean(value))
        case .billingGracePeriodIsEnabled(let value): ("billingGracePeriodIsEnabled", .boolean(value))
        case .graceDays(let days): ("graceDays", .optional(days.map(Int64.init)))
        case .omitsGraceDate(let value): ("omitsGraceDate", .boolean(value))
        case .renewalLead(let lead): ("renewalLead", .integer(lead))
        case .renewalLimit(let limit): ("renewalLimit", .optional(limit.map(Int64.init)))
        }
    }
}
