extension EntitlementExpectation {
    /// Whether an expectation holds.
    package enum Check: Hashable, Sendable {
        /// It holds.
        case met
        /// It does not.
        case unmet(expected: String, got: String)
        /// Nobody could be asked.
        case unasked
    }

    /// Compares the expectation with what a receiver says.
    func check(_ standing: CustomerStanding) -> Check {
        let line = standing.line(subject)
        var (expected, got): ([String], [String]) = ([], [])
        func compare(_ name: String, _ wanted: String, _ found: String) {
            guard wanted != found else { return }
            expected.append("\(name) \(wanted)")
            got.append("\(name) \(found)")
        }
        if let isEntitled { compare("entitled", "\(isEntitled)", "\(line?.isEntitled ?? false)") }
        if let state { compare("state", state, line?.state ?? "none") }
        if let until {
            compare("until", EntitlementExpectation.text(until), EntitlementExpectation.text(line?.until))
        }
        if let productID { compare("productId", productID, line?.productID ?? "none") }
        guard !expected.isEmpty else { return .met }
        return .unmet(expected: expected.joined(separator: ", "), got: got.joined(separator: ", "))
    }

    private static func text(_ date: Int64?) -> String { date.map(MomentText.utc) ?? "null" }
}
