extension StoreAction {
    /// The name of each action with the members that it may have beside `do`, as ``json`` writes them.
    package static let forms: [(name: String, members: [String])] = Verb.allCases.map { ($0.rawValue, $0.members) }
}
