import AppStoreModels
import StrictJSON

extension ConfigurationReader {
    /// The file's words for the ways to pay.
    static let paymentModes: [String: OfferDiscountType] = [
        "free": .freeTrial, "payAsYouGo": .payAsYouGo, "payUpFront": .payUpFront,
    ]

    /// How many periods an offer may have; more is a slip of the hand.
    static let numbersOfPeriods = 1...1000

    /// Reads a period; `nil` when it is not there.
    func period(_ name: String, of value: JSONValue, at path: String) throws(StoreConfigurationError)
        -> CalendarDuration?
    {
        guard let member = member(name, of: value) else { return nil }
        let path = ConfigurationReader.path(path, name)
        guard let text = member.text else {
            throw .unexpected(path: path, expected: "an ISO 8601 duration", found: member.found)
        }
        // A period of no length would renew without end.
        guard let period = CalendarDuration(iso8601: text), period != CalendarDuration() else {
            throw .period(path: path, text: text)
        }
        return period
    }

    /// Reads both forms: the list of version 5 where it has something, the single offer otherwise.
    mutating func introductoryOffers(of value: JSONValue, at path: String, every period: CalendarDuration)
        throws(StoreConfigurationError) -> [ConfiguredOffer]
    {
        let listed = try offers("introductoryOffers", .introductory, of: value, at: path, every: period)
        guard let member = member("introductoryOffer", of: value) else { return listed }
        let singlePath = "\(path).introductoryOffer"
        // Version 5 writes the offer twice; what is odd about it need be said once only.
        let before = collector
        let single = try offer(member, .introductory, at: singlePath, every: period)
        guard !listed.isEmpty else { return single.map { [$0] } ?? [] }
        collector = before
        if let single, !listed.contains(single) {
            note(singlePath, "differs from introductoryOffers, which is used")
        }
        return listed
    }

    /// Reads a list of offers.
    mutating func offers(
        _ list: String, _ kind: OfferType, of value: JSONValue, at path: String, every period: CalendarDuration
    ) throws(StoreConfigurationError) -> [ConfiguredOffer] {
        var offers: [ConfiguredOffer] = []
        var identifiers: Set<String> = []
        for (index, element) in try array(list, of: value, at: path).enumerated() {
            let path = "\(path).\(list)[\(index)]"
            guard let offer = try offer(element, kind, at: path, every: period) else { continue }
            if let identifier = offer.identifier, !identifiers.insert(identifier).inserted {
                note(path, "has the name of an earlier offer; not used")
                continue
            }
            offers.append(offer)
        }
        return offers
    }

    /// Reads one offer; `nil` when nobody could ask for it or it is paid in an unknown way, which is noted.
    private mutating func offer(_ value: JSONValue, _ kind: OfferType, at path: String, every period: CalendarDuration)
        throws(StoreConfigurationError) -> ConfiguredOffer?
    {
        noteUnknownKeys(
            of: try object(value, at: path), at: path,
            known: kind == .offerCode ? ConfigurationKeys.codeOffer : ConfigurationKeys.offer)
        guard let mode = text("paymentMode", of: value, at: path) else {
            note("\(path).paymentMode", "missing; the offer is not used")
            return nil
        }
        guard let paymentMode = ConfigurationReader.paymentModes[mode] else {
            note("\(path).paymentMode", "\(PlainText.quoted(mode)) is not known; the offer is not used")
            return nil
        }
        var offer = ConfiguredOffer(
            kind: kind, internalID: text("internalID", of: value, at: path),
            offerID: text("offerID", of: value, at: path), referenceName: text("referenceName", of: value, at: path),
            paymentMode: paymentMode, period: try offerPeriod(of: value, at: path, mode: paymentMode, every: period))
        if kind != .introductory, offer.identifier?.isEmpty ?? true {
            note(path, "has neither offerID nor referenceName; the offer is not used")
            return nil
        }
        offer.numberOfPeriods = try numberOfPeriods(of: value, at: path, mode: paymentMode)
        offer.price = try offerPrice(of: value, at: path, mode: paymentMode)
        offer.billingPlanType = text("billingPlanType", of: value, at: path).map { BillingPlanType(rawValue: $0) }
        if kind == .offerCode {
            offer.eligibility = try eligibility(of: value, at: path)
            offer.isStackable = flag("isStackable", of: value, at: path)
        }
        return offer
    }

    private mutating func offerPeriod(
        of value: JSONValue, at path: String, mode: OfferDiscountType, every period: CalendarDuration
    ) throws(StoreConfigurationError) -> CalendarDuration {
        if let own = try self.period("subscriptionPeriod", of: value, at: path) {
            if mode == .payAsYouGo, own != period {
                note("\(path).subscriptionPeriod", "is not the period of the subscription, though paid in each")
            }
            return own
        }
        guard mode == .payAsYouGo else {
            throw .missing(path: "\(path).subscriptionPeriod", expected: "an ISO 8601 duration")
        }
        note("\(path).subscriptionPeriod", "missing, taken as the period of the subscription")
        return period
    }

    /// Only what is paid as you go has periods to count: any other offer is one piece.
    private mutating func numberOfPeriods(of value: JSONValue, at path: String, mode: OfferDiscountType)
        throws(StoreConfigurationError) -> Int
    {
        guard mode == .payAsYouGo else {
            if let member = member("numberOfPeriods", of: value), member != .integer(1) {
                note("\(path).numberOfPeriods", "\(member.found) means nothing for this way to pay, taken as 1")
            }
            return 1
        }
        return try integer(
            "numberOfPeriods", of: value, at: path, in: ConfigurationReader.numbersOfPeriods) ?? 1
    }

    private mutating func offerPrice(of value: JSONValue, at path: String, mode: OfferDiscountType)
        throws(StoreConfigurationError) -> ConfiguredPrice?
    {
        if mode == .freeTrial {
            // Xcode leaves a price behind when an offer is made free.
            if let price = member("displayPrice", of: value), ConfiguredPrice(text: price.text ?? "")?.milliunits != 0 {
                note("\(path).displayPrice", "\(price.found) is ignored, the offer is free")
            }
            return nil
        }
        let price = try price("displayPrice", of: value, at: path)
        if price == nil { note("\(path).displayPrice", "missing, taken as 0") }
        return price ?? .zero
    }

    private mutating func eligibility(of value: JSONValue, at path: String) throws(StoreConfigurationError)
        -> [OfferEligibility]
    {
        guard member("eligibility", of: value) != nil else {
            note("\(path).eligibility", "missing, taken as everybody")
            return OfferEligibility.known
        }
        var eligibility: [OfferEligibility] = []
        for (index, element) in try array("eligibility", of: value, at: path).enumerated() {
            let place = "\(path).eligibility[\(index)]"
            guard let text = element.text else {
                note(place, "should be a text, found \(element.found); not used")
                continue
            }
            let value = OfferEligibility(rawValue: text)
            if !value.isKnown { note(place, "\(PlainText.quoted(text)) is not known") }
            if !eligibility.contains(value) { eligibility.append(value) }
        }
        return eligibility
    }
}
