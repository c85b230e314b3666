internal import AppStoreModels
public import StrictJSON

extension StoreAction {
    /// Reads an action from the bytes of a JSON object.
    public init(parsing bytes: [UInt8]) throws(StoreActionError) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: bytes)
        } catch {
            throw .json(error)
        }
        try self.init(document.root)
    }

    /// Reads an action; members that it does not have are mistakes.
    ///
    /// See ``json`` for the form. A target may be left to the customer's latest purchase, an amount is in milliunits,
    /// a date is milliseconds since 1970 or ISO 8601 with a zone.
    public init(_ node: JSONNode) throws(StoreActionError) {
        guard node.kind == .object else { throw .notAnObject }
        let members = ActionMembers(node: node)
        let name = try members.text("do")
        guard let verb = Verb(rawValue: name) else {
            throw .unknownAction(name, nearest: Suggestion.nearest(to: name, among: Verb.allCases.map(\.rawValue)))
        }
        for member in node.members where member.name != "do" && !verb.members.contains(member.name) {
            throw .unknownMember(
                member.name, of: name, nearest: Suggestion.nearest(to: member.name, among: verb.members))
        }
        self = try StoreAction.purchase(verb, members)
    }

    private static func purchase(_ verb: Verb, _ members: ActionMembers) throws(StoreActionError) -> StoreAction {
        switch verb {
        case .buy:
            var request = PurchaseRequest(customer: try members.text("customer"), product: try members.text("product"))
            request.quantity = try members.optionalCount("quantity") ?? 1
            request.appAccountToken = try members.optionalText("appAccountToken")
            request.offer = try members.offer()
            request.purchaseDate = try members.optionalDate("purchaseDate")
            request.renewalBehavior = try members.choice("renewalBehavior", named: \.rawValue) ?? .renewUntilNow
            request.simulatesAskToBuy = try members.boolean("simulatesAskToBuy", default: false)
            request.storefront = try members.optionalText("storefront")
            return .buy(request)
        case .approveAskToBuy: return .approveAskToBuy(try members.target())
        case .declineAskToBuy: return .declineAskToBuy(try members.target())
        case .resolveIssue: return .resolveIssue(try members.target())
        case .redeemOffer:
            guard members.has("offer") else { throw .missing("offer") }
            return .redeemOffer(
                customer: try members.text("customer"), product: try members.text("product"),
                offer: try members.offer())
        case .restore: return .restore(try members.target())
        case .purchaseIntent:
            return .purchaseIntent(
                customer: try members.text("customer"), product: try members.text("product"),
                offer: try members.optionalText("offer"))
        case .downloadApp:
            let platform: PurchasePlatform? =
                members.has("platform") ? try members.known("platform", default: .iOS) : nil
            return .downloadApp(
                customer: try members.text("customer"), version: try members.optionalText("version"),
                platform: platform)
        default: return try subscription(verb, members)
        }
    }

    private static func subscription(
        _ verb: Verb, _ members: ActionMembers
    ) throws(StoreActionError) -> StoreAction {
        switch verb {
        case .cancel: return .cancel(try members.target())
        case .resume: return .resume(try members.target())
        case .changePlan: return .changePlan(try members.target(), product: try members.text("to"))
        case .cancelPlanChange: return .cancelPlanChange(try members.target())
        case .paymentFails: return .paymentFails(customer: try members.text("customer"))
        case .paymentWorks: return .paymentWorks(customer: try members.text("customer"))
        case .expire: return .expire(try members.target())
        case .expireOther: return .expireOther(try members.target())
        case .forceRenewal: return .forceRenewal(try members.target())
        case .requestPriceIncrease:
            return .requestPriceIncrease(
                try members.target(), price: try members.optionalInteger("price"),
                needsConsent: try members.boolean("needsConsent", default: true))
        case .consentToPriceIncrease: return .consentToPriceIncrease(try members.target())
        case .declinePriceIncrease: return .declinePriceIncrease(try members.target())
        case .metadataUpdate:
            return .metadataUpdate(
                try members.target(), displayName: try members.text("displayName"),
                description: try members.text("description"))
        case .migrate: return .migrate(try members.target())
        case .priceChange: return .priceChange(try members.target(), price: try members.integer("price"))
        default: return try money(verb, members)
        }
    }

    private static func money(_ verb: Verb, _ members: ActionMembers) throws(StoreActionError) -> StoreAction {
        switch verb {
        case .refund:
            return .refund(
                try members.target(), reason: try revocationReason(members),
                percentage: try members.optionalCount("percentage"))
        case .refundProrated:
            return .refundProrated(try members.target(), reason: try revocationReason(members))
        case .requestRefund:
            return .requestRefund(
                try members.target(), reason: try members.known("reason", default: .other),
                inApp: try members.boolean("inApp", default: false))
        case .repeatConsumptionRequest: return .repeatConsumptionRequest(try members.target())
        case .declineRefund: return .declineRefund(try members.target())
        case .reverseRefund: return .reverseRefund(try members.target())
        case .joinFamily:
            return .joinFamily(customer: try members.text("customer"), of: try members.text("of"))
        case .leaveFamily: return .leaveFamily(customer: try members.text("customer"))
        case .shareWithFamily: return .shareWithFamily(customer: try members.text("customer"))
        case .stopSharing: return .stopSharing(customer: try members.text("customer"))
        case .extendRenewalDate:
            guard let days = try members.optionalCount("days") else { throw .missing("days") }
            return .extendRenewalDate(
                try members.target(), days: days,
                requestIdentifier: try members.text("requestIdentifier"))
        case .massExtend:
            guard let days = try members.optionalCount("days") else { throw .missing("days") }
            return .massExtend(
                product: try members.text("product"), days: days,
                requestIdentifier: try members.text("requestIdentifier"), storefronts: try members.texts("storefronts"))
        default: return try rest(verb, members)
        }
    }

    private static func rest(_ verb: Verb, _ members: ActionMembers) throws(StoreActionError) -> StoreAction {
        switch verb {
        case .setAppAccountToken:
            return .setAppAccountToken(try members.target(), token: try members.text("appAccountToken"))
        case .requestTestNotification: return .requestTestNotification
        case .withdrawProduct: return .withdrawProduct(try members.text("product"))
        case .offerProduct: return .offerProduct(try members.text("product"))
        case .createExternalPurchaseToken:
            let type: ExternalPurchaseTokenType? =
                members.has("type") ? try members.known("type", default: .acquisition) : nil
            return .createExternalPurchaseToken(
                type: type, expirationDate: try members.optionalDate("expirationDate"))
        case .reportExternalPurchase: return .reportExternalPurchase(id: try members.text("id"))
        case .rescindConsent: return .rescindConsent(customer: try members.text("customer"))
        case .setStorefront:
            return .setStorefront(customer: try members.text("customer"), storefront: try members.text("storefront"))
        case .setSetting: return .setSetting(try SettingChange(members))
        case .finishTransaction: return .finishTransaction(id: try members.id("transaction"))
        case .deleteTransaction: return .deleteTransaction(id: try members.id("transaction"))
        case .clearTransactions: return .clearTransactions
        default: throw .unknownAction(verb.rawValue, nearest: nil)
        }
    }

    private static func revocationReason(_ members: ActionMembers) throws(StoreActionError) -> RevocationReason {
        guard let number = try members.optionalCount("reason") else { return .other }
        guard let reason = RevocationReason.known.first(where: { Int($0.rawValue) == number }) else {
            throw .invalidValue("reason", expected: "0 or 1")
        }
        return reason
    }
}
