import AppStoreModels
import StrictJSON

extension ConfigurationEncoder {
    /// Adds an offer to a subscription of a file.
    mutating func add(_ offer: ConfiguredOffer, of productID: String, to subscription: inout JSONValue)
        throws(StoreConfigurationError)
    {
        let place = "offer of \(PlainText.quoted(productID))"
        let value = try self.offer(offer, of: productID, place: place)
        switch offer.kind {
        case .introductory: try addIntroductory(value, of: productID, to: &subscription)
        case .promotional: try append(value, offer, to: "adHocOffers", of: &subscription, place: place)
        case .offerCode: try append(value, offer, to: "codeOffers", of: &subscription, place: place)
        case .winBack: try append(value, offer, to: "winbackOffers", of: &subscription, place: place)
        default:
            throw .unexpected(
                path: "\(place).kind", expected: "a known kind of offer", found: "\(offer.kind.rawValue)")
        }
    }

    /// A reader would leave out an offer that nobody can ask for by its name, so it is refused here.
    private func append(
        _ value: JSONValue, _ offer: ConfiguredOffer, to list: String, of subscription: inout JSONValue, place: String
    ) throws(StoreConfigurationError) {
        let names = offer.kind == .offerCode ? "referenceName" : "offerID"
        guard let identifier = offer.identifier, !identifier.isEmpty else {
            throw .missing(path: "\(place).\(names)", expected: "the name by which it is asked for")
        }
        let held = subscription[list]?.elements ?? []
        let isTaken = held.contains { other in
            let (id, name) = (other["offerID"]?.text, other["referenceName"]?.text)
            return (offer.kind == .offerCode ? name ?? id : id ?? name) == identifier
        }
        if isTaken {
            throw .unexpected(
                path: "\(place).\(names)", expected: "a name of its own", found: PlainText.quoted(identifier))
        }
        subscription[list] = .array(held + [value])
    }

    private func addIntroductory(_ value: JSONValue, of productID: String, to subscription: inout JSONValue)
        throws(StoreConfigurationError)
    {
        var single = subscription["introductoryOffer"]
        if single == .null { single = nil }
        guard major >= ConfigurationEncoder.billingPlanMajor else {
            guard single == nil, subscription["introductoryOffers"]?.elements?.isEmpty ?? true else {
                throw .secondIntroductoryOffer(productID: productID)
            }
            subscription["introductoryOffer"] = value
            return
        }
        var listed = subscription["introductoryOffers"]?.elements ?? []
        if listed.isEmpty, let single { listed = [single] }
        subscription["introductoryOffers"] = .array(listed + [value])
        // Version 5 repeats the first offer under the older key.
        if single == nil { subscription["introductoryOffer"] = value }
    }

    private mutating func offer(_ offer: ConfiguredOffer, of productID: String, place: String)
        throws(StoreConfigurationError) -> JSONValue
    {
        guard let mode = ConfigurationReader.paymentModes.first(where: { $0.value == offer.paymentMode })?.key else {
            throw .unexpected(
                path: "\(place).paymentMode", expected: "free, pay as you go or pay up front",
                found: PlainText.quoted(offer.paymentMode.rawValue))
        }
        var value: JSONValue = [
            "internalID": .string(
                identifiers.identifier(
                    given: offer.internalID, for: "offer", productID, "\(offer.kind.rawValue)",
                    offer.identifier ?? "")),
            "paymentMode": .string(mode),
            "subscriptionPeriod": .string(offer.period.iso8601),
        ]
        if offer.paymentMode == .payAsYouGo { value["numberOfPeriods"] = .integer(offer.numberOfPeriods) }
        if offer.paymentMode != .freeTrial {
            guard let price = offer.price else { throw .missing(path: "\(place).price", expected: "what is paid") }
            value["displayPrice"] = .string(price.text)
        }
        if let plan = offer.billingPlanType {
            value["billingPlanType"] = .string(plan.rawValue)
        } else if major >= ConfigurationEncoder.billingPlanMajor, offer.kind != .offerCode {
            value["billingPlanType"] = .string(BillingPlanType.billedUpfront.rawValue)
        }
        switch offer.kind {
        case .introductory: break
        case .offerCode:
            value["referenceName"] = .optional(offer.identifier)
            value["eligibility"] = .array(offer.eligibility.map { .string($0.rawValue) })
            value["isStackable"] = .boolean(offer.isStackable)
        default:
            value["offerID"] = .optional(offer.identifier)
            value["referenceName"] = .optional(offer.referenceName ?? offer.offerID)
        }
        return value
    }
}
