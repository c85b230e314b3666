import FoundationEssentials
import SimulatorScenarios
import StoreSimulator
import TestSupport
import Testing

@Suite("The page about scenarios")
struct ScenarioDocumentTests {
    private func page() throws -> String {
        let file = TestVectors.folder.deletingLastPathComponent().appending(path: "docs/scenarios.md")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @Test("Every action stands there once, with every member")
    func actions() throws {
        let rows = try page().split(separator: "\n").filter { $0.hasPrefix("| `") }
        let target = ["transaction", "customer", "product", "periodsBack"]
        for form in StoreAction.forms {
            let found = rows.filter { $0.split(separator: "|").first?.contains("`\(form.name)`") ?? false }
            #expect(found.count == 1, "\(form.name)")
            let row = try #require(found.first)
            let hasTarget = target.allSatisfy(form.members.contains)
            #expect(row.contains("| target") == hasTarget, "\(form.name)")
            for member in form.members where !(hasTarget && target.contains(member)) {
                #expect(row.contains("`\(member)`"), "\(form.name) \(member)")
            }
        }
    }

    @Test("Its example is a scenario")
    func example() throws {
        let text = try page()
        let parts = text.split(separator: "```json\n", maxSplits: 1)
        let example = try #require(parts.last?.split(separator: "\n```\n", maxSplits: 1).first)
        let scenario = try Scenario(parsing: Array(example.utf8))
        #expect(scenario.steps.count == 7)
    }
}
