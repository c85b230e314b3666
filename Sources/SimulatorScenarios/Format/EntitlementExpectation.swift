/// What must be true of a customer at a moment.
package struct EntitlementExpectation: Hashable, Sendable {
    /// Which of the customer's purchases is meant.
    package enum Subject: Hashable, Sendable {
        /// The best of all.
        case best
        /// That of a product.
        case product(String)
        /// An entitlement by the name that the server gives it.
        case name(String)
    }

    /// The customer, by the scenario's name.
    package var customer: String
    /// Which purchase.
    package var subject: Subject
    /// Whether it entitles; `nil` where that does not matter.
    package var isEntitled: Bool?
    /// The state, in the words of answers.
    package var state: String?
    /// Until when it entitles, in milliseconds since 1970; `nil` inside for no end.
    package var until: Int64??
    /// The product.
    package var productID: String?

    /// Expects something of a customer.
    package init(
        customer: String, subject: Subject = .best, isEntitled: Bool? = nil, state: String? = nil,
        until: Int64?? = nil, productID: String? = nil
    ) {
        self.customer = customer
        self.subject = subject
        self.isEntitled = isEntitled
        self.state = state
        self.until = until
        self.productID = productID
    }
}

extension EntitlementExpectation {
    /// What is expected of whom.
    package var words: String {
        var parts: [String] = []
        if let isEntitled { parts.append(isEntitled ? "entitled" : "not entitled") }
        if let state { parts.append(state) }
        if let productID { parts.append("product \(productID)") }
        switch until {
        case .some(.some(let date)): parts.append("until \(MomentText.utc(date))")
        case .some(.none) where isEntitled != false: parts.append("without end")
        case .some(.none), .none: break
        }
        let what = parts.joined(separator: ", ")
        switch subject {
        case .best: return "\(customer): \(what)"
        case .product(let id): return "\(customer) \(id): \(what)"
        case .name(let name): return "\(customer) \(name): \(what)"
        }
    }
}
