/// The scenarios that come with the program: every typical sequence of notifications, and every pair at least once.
package enum BuiltInScenarios {
    /// The scenarios as they are written, in the order of the list.
    package static let texts =
        lifeTexts + billingTexts + planTexts + offerTexts + moneyTexts + familyTexts + operatorTexts

    /// All scenarios, in the order of the list.
    ///
    /// - Throws: ``ScenarioError`` for the first that is wrong, which none is.
    package static func all() throws(ScenarioError) -> [Scenario] {
        var scenarios: [Scenario] = []
        for text in texts { scenarios.append(try Scenario(parsing: Array(text.utf8))) }
        return scenarios
    }

    /// The scenario with a name; `nil` when there is none.
    ///
    /// - Throws: ``ScenarioError`` when it is wrong, which none is.
    package static func named(_ name: String) throws(ScenarioError) -> Scenario? {
        try all().first { $0.name == name }
    }
}
