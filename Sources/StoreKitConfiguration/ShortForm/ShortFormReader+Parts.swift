import AppStoreModels
import StrictJSON

extension ShortFormReader {
    /// The ways to pay, by name.
    private static let modes: [(name: String, value: OfferDiscountType)] = [
        ("free", .freeTrial), ("payAsYouGo", .payAsYouGo), ("payUpFront", .payUpFront),
    ]
    private static let plans: [(name: String, value: BillingPlanType)] = [
        ("upfront", .billedUpfront), ("monthly", .monthly),
    ]
    private static let eligibilities = OfferEligibility.known.map { (name: $0.rawValue, value: $0) }

    /// Reads one offer; what its way to pay has no use for is an error.
    func offer(_ node: JSONNode, _ kind: OfferType, at path: String, every standard: CalendarDuration)
        throws(StoreConfigurationError) -> ConfiguredOffer
    {
        let ownKeys =
            kind == .introductory ? [] : kind == .offerCode ? ["name", "eligibility", "stackable"] : ["id", "name"]
        let object = try ShortFormObject(
            node, at: path, keys: ["mode", "period", "periods", "price", "billingPlan"] + ownKeys)
        guard let mode = try object.choice("mode", of: Self.modes) else {
            throw .missing(path: object.path("mode"), expected: ShortFormObject.list(Self.modes.map(\.name)))
        }
        let given = try object.period("period")
        let period: CalendarDuration
        if let given {
            period = given
        } else if mode == .payAsYouGo {
            period = standard
        } else {
            throw .missing(path: object.path("period"), expected: "an ISO 8601 duration")
        }
        var offer = ConfiguredOffer(kind: kind, paymentMode: mode, period: period)
        if mode == .payAsYouGo {
            offer.numberOfPeriods = try object.integer("periods", in: ConfigurationReader.numbersOfPeriods) ?? 1
        } else if object.has("periods") {
            throw .unexpected(
                path: object.path("periods"), expected: "absent, as only payAsYouGo has periods", found: "a value")
        }
        if mode == .freeTrial, object.has("price") {
            throw .unexpected(path: object.path("price"), expected: "absent, as the offer is free", found: "a value")
        }
        if mode != .freeTrial {
            offer.price = try object.required("price", "a decimal such as \"4.99\"", object.price("price"))
        }
        offer.billingPlanType = try object.choice("billingPlan", of: Self.plans)
        switch kind {
        case .introductory: break
        case .offerCode:
            offer.referenceName = try object.required("name", "the code's name", object.text("name"))
            offer.eligibility = try eligibility(object)
            offer.isStackable = try object.flag("stackable") ?? false
        default:
            offer.offerID = try object.required("id", "the offer's id", object.text("id"))
            offer.referenceName = try object.text("name") ?? offer.offerID
        }
        return offer
    }

    private func eligibility(_ object: ShortFormObject) throws(StoreConfigurationError) -> [OfferEligibility] {
        guard object.has("eligibility") else { return OfferEligibility.known }
        var eligibility: [OfferEligibility] = []
        for (element, path) in try object.elements("eligibility") {
            eligibility.append(try ShortFormObject.choice(element, at: path, of: Self.eligibilities))
        }
        return eligibility
    }

    /// Reads one billing plan.
    func billingPlan(_ node: JSONNode, at path: String, price standard: ConfiguredPrice)
        throws(StoreConfigurationError) -> ConfiguredBillingPlan
    {
        let object = try ShortFormObject(node, at: path, keys: ["type", "price", "commitmentPrice", "enabled"])
        guard let type = try object.choice("type", of: Self.plans) else {
            throw .missing(path: object.path("type"), expected: ShortFormObject.list(Self.plans.map(\.name)))
        }
        let price = try object.price("price") ?? standard
        return ConfiguredBillingPlan(
            type: type, price: price, commitmentPrice: try object.price("commitmentPrice") ?? price,
            isEnabled: try object.flag("enabled") ?? true)
    }

    /// Reads the settings; those left out are the defaults.
    func settings(_ file: ShortFormObject) throws(StoreConfigurationError) -> ConfiguredSettings {
        var settings = ConfiguredSettings()
        let keys = [
            "askToBuy", "interruptedPurchases", "billingRetry", "billingGracePeriod", "disableDialogs",
            "failTransactions", "locale", "storefront", "timeRate",
        ]
        guard let object = try file.object("settings", keys: keys) else { return settings }
        settings.askToBuy = try object.flag("askToBuy") ?? false
        settings.interruptedPurchases = try object.flag("interruptedPurchases") ?? false
        settings.billingRetryOnRenewal = try object.flag("billingRetry") ?? false
        settings.billingGracePeriod = try object.flag("billingGracePeriod") ?? false
        settings.disableDialogs = try object.flag("disableDialogs") ?? false
        settings.failTransactions = try object.flag("failTransactions") ?? false
        settings.locale = try object.text("locale") ?? settings.locale
        settings.storefront = try object.text("storefront") ?? settings.storefront
        settings.timeRate = try object.integer("timeRate", in: 0...1_000_000) ?? 0
        return settings
    }

    /// Reads the key that promotional offers are signed with.
    func offersKey(_ file: ShortFormObject) throws(StoreConfigurationError) -> ConfiguredOffersKey? {
        guard let object = try file.object("offersKey", keys: ["id", "privateKey"]) else { return nil }
        return ConfiguredOffersKey(
            id: try object.required("id", "the key's id", object.text("id")),
            privateKey: try object.required("privateKey", "PKCS #8 in base64", object.text("privateKey")))
    }
}
