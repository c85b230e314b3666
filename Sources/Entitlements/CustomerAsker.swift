/// Whoever asks for a customer, and what they have.
struct CustomerAsker {
    /// How a line has to do with the customer.
    enum Claim {
        /// The customer has it.
        case own
        /// The customer had it, or its token was on it, and it is another's.
        case lost
    }

    private let id: String
    private let owners: [LineIdentity: LineOwners]
    /// The tokens whose lines count.
    private var tokens: Set<String>
    /// The customers whose links count.
    private var customers: Set<String>

    /// Finds out which tokens and customers the identifier leads to.
    init(id: String, lines: [HeldLine], owners: [LineIdentity: LineOwners]) {
        self.id = id
        self.owners = owners
        // The token asked for leads to its lines even where none of them is this customer's any more.
        tokens = Set([AppAccountToken.normalized(id)].compactMap(\.self))
        customers = [id]
        for line in lines {
            if let owners = owners[line.record.line] {
                if line.isNamed(by: id) { customers.formUnion(owners.customers) }
            } else if line.match(id) == .direct {
                line.customer.map { _ = tokens.insert($0) }
            }
        }
    }

    /// How a line has to do with the customer; nil when it has not.
    func claim(to line: HeldLine) -> Claim? {
        let isTokenOfCustomer = line.customer.map(tokens.contains) ?? false
        if let owners = owners[line.record.line] {
            let isOwn =
                customers.contains(where: owners.has) || line.isNamed(by: id)
                || isTokenOfCustomer && !owners.isExclusive
            if isOwn { return .own }
            if owners.hadOnce(id) { return .lost }
        } else if line.match(id) == .direct || isTokenOfCustomer {
            return .own
        }
        return tokens.contains { line.match($0) != nil } ? .lost : nil
    }
}
