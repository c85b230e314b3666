/// A link of a line or a download to a customer of the operator's.
package struct CustomerLink: Hashable, Sendable {
    /// What the link did to those who had it before.
    package enum Action: String, Hashable, CaseIterable, Sendable {
        /// Nothing: nobody else had it.
        case claimed
        /// It took it from them.
        case transferred
        /// It joined them.
        case shared
    }

    /// The customer.
    package var customer: String
    /// What it did.
    package var action: Action
    /// Who else had it before, by links and by signed tokens.
    package var before: [String]
    /// Who asked for it, in the words of whoever asked.
    package var by: String?

    /// Puts a link together.
    package init(customer: String, action: Action, before: [String] = [], by: String? = nil) {
        self.customer = customer
        self.action = action
        self.before = before
        self.by = by
    }
}

extension CustomerLink.Action: StoredAsNumber {
    /// The number that stands for the word.
    package var storedNumber: Int64 {
        switch self {
        case .claimed: 1
        case .transferred: 2
        case .shared: 3
        }
    }
}

/// What is to be done when somebody else has a line already.
package enum LinkPolicy: String, Hashable, CaseIterable, Sendable {
    /// Whoever has it keeps it, and the conflict is told.
    case keep
    /// The new customer has it from now on, and nobody else.
    case transfer
    /// Both have it.
    case share
    /// The request is refused.
    case reject
}
