/// What an action is about: a transaction by its number, or a customer's purchase.
public enum StoreTarget: Hashable, Sendable {
    /// The transaction with this number; for a subscription any transaction of its line will do.
    case transaction(Int)
    /// The customer's latest purchase, of a product where one is named, and some periods before the last.
    ///
    /// A customer may have several purchases; a subscription that runs comes before one that ended, and a later one
    /// before an earlier one. Periods are counted back from the last: 0 is the last itself.
    case purchase(customer: String, product: String? = nil, periodsBack: Int = 0)
}

extension StoreTarget: CustomStringConvertible {
    /// The target in words.
    public var description: String {
        switch self {
        case .transaction(let id): "transaction \(id)"
        case .purchase(let customer, let product, let periodsBack):
            "customer \"\(customer.prefix(80))\"" + (product.map { ", product \"\($0.prefix(80))\"" } ?? "")
                + (periodsBack > 0 ? ", \(periodsBack) periods back" : "")
        }
    }
}
