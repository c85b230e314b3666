public import FoundationEssentials

/// A choice about a purchase, under the names of `Product.PurchaseOption`.
public enum PurchaseOption: Hashable, Sendable {
    /// How many, 1 to 10.
    case quantity(Int)
    /// The app's name for the customer.
    case appAccountToken(UUID)
    /// Whether the purchase waits for a parent's approval.
    case simulatesAskToBuyInSandbox(Bool)
    /// A promotional offer by its id.
    case promotionalOffer(id: String)
    /// An offer code by its reference name.
    case codeOffer(referenceName: String)
    /// A win-back offer by its id.
    case winBackOffer(id: String)
    /// Whether the introductory offer is used where the customer may.
    case introductoryOfferEligibility(Bool)
    /// When it was bought, not in the future, and what happened since.
    case purchaseDate(Date, renewalBehavior: PurchaseRequest.RenewalBehavior = .renewUntilNow)
    /// Who buys; without it ``SimulatorSession/defaultCustomer``.
    case customer(String)
    /// The country or region of the store, by ISO 3166-1 alpha-3.
    case storefront(String)
}

extension PurchaseRequest {
    /// Takes options over.
    init(product: String, options: Set<PurchaseOption>) {
        self.init(customer: SimulatorSession.defaultCustomer, product: product)
        for option in options {
            switch option {
            case .quantity(let count): quantity = count
            case .appAccountToken(let token): appAccountToken = token.uuidString.lowercased()
            case .simulatesAskToBuyInSandbox(let isSimulated): simulatesAskToBuy = isSimulated
            case .promotionalOffer(let id): offer = .promotional(id)
            case .codeOffer(let name): offer = .code(name)
            case .winBackOffer(let id): offer = .winBack(id)
            case .introductoryOfferEligibility(let isEligible): if !isEligible, offer == .automatic { offer = .none }
            case .purchaseDate(let date, let behavior):
                purchaseDate = PurchaseRequest.milliseconds(date)
                renewalBehavior = behavior
            case .customer(let id): customer = id
            case .storefront(let code): storefront = code
            }
        }
    }

    /// Whole milliseconds since 1970; dates beyond 64 bits end there.
    static func milliseconds(_ date: Date) -> Int64 {
        let value = (date.timeIntervalSince1970 * 1000).rounded(.down)
        guard value.isFinite, abs(value) < 9e18 else { return value < 0 ? .min : .max }
        return Int64(value)
    }
}
