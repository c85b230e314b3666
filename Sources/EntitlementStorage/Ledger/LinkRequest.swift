internal import Entitlements

/// Asks to link a line, or the download of an app, to a customer.
package struct LinkRequest: Hashable, Sendable {
    /// The line or download.
    package var subject: LedgerSubject
    /// The customer.
    package var customer: String
    /// A token that is known to be the customer's.
    package var ownToken: String?
    /// The customers that the lines meant have by tokens that Apple signed.
    package var signedTokens: Set<String>
    /// What is to be done when somebody else has it.
    package var policy: LinkPolicy
    /// Who asks.
    package var by: String?
    /// The present, in milliseconds since 1970.
    package var now: Int64

    /// Puts a request together.
    package init(
        subject: LedgerSubject, customer: String, ownToken: String?, signedTokens: Set<String>, policy: LinkPolicy,
        by: String?, now: Int64
    ) {
        self.subject = subject
        self.customer = customer
        self.ownToken = AppAccountToken.normalized(ownToken)
        self.signedTokens = signedTokens
        self.policy = policy
        self.by = by
        self.now = now
    }
}

/// What became of a request to link something.
package enum LinkResult: Hashable, Sendable {
    /// It is linked from now on.
    case linked(LedgerEntry, CustomerLink)
    /// The customer had it by a link already.
    case unchanged(others: [String])
    /// Others have it and keep it.
    case kept(others: [String])
    /// Others have it, and the request is refused for it.
    case rejected(others: [String])
}

extension LinkRequest {
    /// Decides on the request, from the links so far.
    package func decide(_ view: LedgerView) -> LedgerDecision<LinkResult> {
        let history = LinkHistory(view.entries)
        let owners = history.owners
        let signed = owners.isExclusive ? [] : signedTokens.sorted()
        var others: [String] = []
        for other in owners.customers + signed where !isOwn(other) && !others.contains(other) { others.append(other) }
        let hasLink = owners.has(customer)
        if hasLink, policy != .transfer || others.isEmpty { return LedgerDecision(.unchanged(others: others)) }
        let action: CustomerLink.Action
        switch (others.isEmpty, policy) {
        case (true, _): action = .claimed
        case (false, .keep): return LedgerDecision(.kept(others: others))
        case (false, .reject): return LedgerDecision(.rejected(others: others))
        case (false, .transfer): action = .transferred
        case (false, .share): action = .shared
        }
        let link = CustomerLink(customer: customer, action: action, before: others, by: by)
        // Not earlier than those before it, so that the times tell the order: clocks of several processes differ.
        let at = view.entries.reduce(now) { max($0, $1.at) }
        let entry = LedgerEntry(subject: subject, at: at, key: nil, content: .link(link))
        return LedgerDecision(.linked(entry, link), keeping: entry)
    }

    private func isOwn(_ other: String) -> Bool {
        other.hasSameBytes(as: customer) || ownToken.map { $0.hasSameBytes(as: other) } ?? false
    }
}

extension EntitlementStore {
    /// Links something to a customer, whoever else asks at the same time.
    package func link(_ request: LinkRequest) async throws(StoreError) -> LinkResult {
        try await decide(LedgerQuestion(subject: request.subject)) { view in request.decide(view) }
    }
}
