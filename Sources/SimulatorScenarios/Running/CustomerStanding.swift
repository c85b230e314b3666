internal import StrictJSON

/// What a receiver says about a customer.
struct CustomerStanding: Hashable, Sendable {
    /// One purchase as it stands.
    struct Line: Hashable, Sendable {
        var originalID: String
        var productID: String?
        var isEntitled: Bool
        var state: String
        /// Until when it entitles, in milliseconds since 1970.
        var until: Int64?
    }

    /// The entitlements by their names.
    var entitlements: [(name: String, line: Line)] = []
    /// Every purchase.
    var lines: [Line] = []

    /// A customer of whom nothing is known.
    init() {}

    /// Reads the answer of the service.
    init(parsing bytes: [UInt8]) throws(ScenarioFailure) {
        let root: JSONNode
        do throws(JSONError) { root = try JSONDocument(parsing: bytes).root } catch {
            throw .answer("\(error)")
        }
        guard let named = root["entitlements"], let all = root["lines"] else {
            throw .answer("it has no entitlements and lines")
        }
        for element in named.elements {
            guard let name = element["name"]?.string else { throw .answer("an entitlement has no name") }
            entitlements.append((name, try CustomerStanding.line(element)))
        }
        for element in all.elements { lines.append(try CustomerStanding.line(element)) }
    }

    private static func line(_ node: JSONNode) throws(ScenarioFailure) -> Line {
        guard let id = node["originalTransactionId"]?.string, let entitled = node["entitled"]?.boolean,
            let state = node["state"]?.string
        else { throw .answer("a line lacks originalTransactionId, entitled or state") }
        return Line(
            originalID: id, productID: node["productId"]?.string, isEntitled: entitled, state: state,
            until: node["until"]?.number?.integer)
    }

    /// The purchase that an expectation is about; of several the one that entitles, the longest first.
    func line(_ subject: EntitlementExpectation.Subject) -> Line? {
        let candidates: [Line] =
            switch subject {
            case .best: lines
            case .product(let id): lines.filter { $0.productID == id }
            case .name(let name): entitlements.filter { $0.name == name }.map(\.line)
            }
        return candidates.max {
            if $0.isEntitled != $1.isEntitled { return $1.isEntitled }
            return ($0.until ?? .max) < ($1.until ?? .max)
        }
    }

    static func == (left: CustomerStanding, right: CustomerStanding) -> Bool {
        left.lines == right.lines && left.entitlements.map(\.name) == right.entitlements.map(\.name)
            && left.entitlements.map(\.line) == right.entitlements.map(\.line)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(lines) }
}
