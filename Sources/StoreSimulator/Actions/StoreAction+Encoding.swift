internal import AppStoreModels
public import StrictJSON

extension StoreAction {
    /// The action as JSON, such as `{"do": "buy", "customer": "user-1", "product": "pro.monthly"}`.
    ///
    /// `do` names the action as its case is named. What it is about is a `transaction`, or a `customer` with perhaps a
    /// `product` and `periodsBack`; everything else has the name it has here. What has its default is left out.
    public var json: JSONValue {
        var value: JSONValue = ["do": .string(verb.rawValue)]
        for (name, member) in members { value[name] = member }
        return value
    }

    private typealias Members = [(String, JSONValue)]

    private var members: Members {
        switch self {
        case .buy(let request): StoreAction.members(request)
        case .redeemOffer(let customer, let product, let offer):
            [("customer", .string(customer)), ("product", .string(product)), ("offer", StoreAction.json(offer))]
        case .purchaseIntent(let customer, let product, let offer):
            [("customer", .string(customer)), ("product", .string(product))]
                + StoreAction.given("offer", offer.map(JSONValue.string))
        case .downloadApp(let customer, let version, let platform):
            [("customer", .string(customer))] + StoreAction.given("version", version.map(JSONValue.string))
                + StoreAction.given("platform", platform.map { .string($0.rawValue) })
        case .approveAskToBuy(let target), .declineAskToBuy(let target), .resolveIssue(let target),
            .restore(let target), .cancel(let target), .resume(let target), .cancelPlanChange(let target),
            .expire(let target), .expireOther(let target), .forceRenewal(let target),
            .consentToPriceIncrease(let target), .declinePriceIncrease(let target),
            .repeatConsumptionRequest(let target), .declineRefund(let target), .reverseRefund(let target),
            .migrate(let target):
            StoreAction.members(target)
        case .changePlan(let target, let product): StoreAction.members(target) + [("to", .string(product))]
        case .paymentFails(let customer), .paymentWorks(let customer), .leaveFamily(let customer),
            .shareWithFamily(let customer), .stopSharing(let customer), .rescindConsent(let customer):
            [("customer", .string(customer))]
        case .requestPriceIncrease(let target, let price, let needsConsent):
            StoreAction.members(target) + StoreAction.given("price", price.map { .integer($0) })
                + StoreAction.given("needsConsent", needsConsent ? nil : false)
        case .refund(let target, let reason, let percentage):
            StoreAction.members(target) + StoreAction.reason(reason)
                + StoreAction.given("percentage", percentage.map { .integer($0) })
        case .refundProrated(let target, let reason): StoreAction.members(target) + StoreAction.reason(reason)
        case .requestRefund(let target, let reason, let inApp):
            StoreAction.members(target)
                + StoreAction.given("reason", reason == .other ? nil : .string(reason.rawValue))
                + StoreAction.given("inApp", inApp ? true : nil)
        case .joinFamily(let customer, let other): [("customer", .string(customer)), ("of", .string(other))]
        case .extendRenewalDate(let target, let days, let request):
            StoreAction.members(target) + [("days", .integer(days)), ("requestIdentifier", .string(request))]
        case .massExtend(let product, let days, let request, let storefronts):
            [("product", .string(product)), ("days", .integer(days)), ("requestIdentifier", .string(request))]
                + StoreAction.given(
                    "storefronts", storefronts.isEmpty ? nil : .array(storefronts.map(JSONValue.string)))
        case .setAppAccountToken(let target, let token):
            StoreAction.members(target) + [("appAccountToken", .string(token))]
        case .requestTestNotification, .clearTransactions: []
        case .withdrawProduct(let product), .offerProduct(let product): [("product", .string(product))]
        case .createExternalPurchaseToken(let type, let date):
            StoreAction.given("type", type.map { .string($0.rawValue) })
                + StoreAction.given("expirationDate", date.map { .integer($0) })
        case .reportExternalPurchase(let id): [("id", .string(id))]
        case .metadataUpdate(let target, let name, let description):
            StoreAction.members(target) + [("displayName", .string(name)), ("description", .string(description))]
        case .priceChange(let target, let price): StoreAction.members(target) + [("price", .integer(price))]
        case .setStorefront(let customer, let code):
            [("customer", .string(customer)), ("storefront", .string(code))]
        case .setSetting(let change):
            [("name", .string(change.nameAndValue.name)), ("value", change.nameAndValue.value)]
        case .finishTransaction(let id), .deleteTransaction(let id): [("transaction", .integer(id))]
        }
    }

    private static func members(_ request: PurchaseRequest) -> Members {
        var members: Members = [("customer", .string(request.customer)), ("product", .string(request.product))]
        if request.quantity != 1 { members.append(("quantity", .integer(request.quantity))) }
        members += given("appAccountToken", request.appAccountToken.map(JSONValue.string))
        if request.offer != .automatic { members.append(("offer", json(request.offer))) }
        members += given("purchaseDate", request.purchaseDate.map { .integer($0) })
        if request.renewalBehavior != .renewUntilNow {
            members.append(("renewalBehavior", .string(request.renewalBehavior.rawValue)))
        }
        if request.simulatesAskToBuy { members.append(("simulatesAskToBuy", true)) }
        return members + given("storefront", request.storefront.map(JSONValue.string))
    }

    private static func members(_ target: StoreTarget) -> Members {
        switch target {
        case .transaction(let id): [("transaction", .integer(id))]
        case .purchase(let customer, let product, let periodsBack):
            [("customer", .string(customer))] + given("product", product.map(JSONValue.string))
                + given("periodsBack", periodsBack == 0 ? nil : .integer(periodsBack))
        }
    }

    private static func given(_ name: String, _ value: JSONValue?) -> Members { value.map { [(name, $0)] } ?? [] }

    private static func reason(_ reason: RevocationReason) -> Members {
        given("reason", reason == .other ? nil : .integer(reason.rawValue))
    }

    private static func json(_ offer: OfferChoice) -> JSONValue {
        switch offer {
        case .automatic: "automatic"
        case .introductory: "introductory"
        case .none: "none"
        case .promotional(let id): ["promotional": .string(id)]
        case .code(let id): ["code": .string(id)]
        case .winBack(let id): ["winBack": .string(id)]
        }
    }
}
