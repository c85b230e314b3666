import Entitlements
import StrictJSON
import Testing
import TestSupport

@Suite("Entitlement vectors")
struct EntitlementVectorTests {
    @Test("The answer is the vector's, in any order of arrival", arguments: try EntitlementVector.all())
    func answer(_ vector: EntitlementVector) throws {
        var generator = SeededGenerator(seed: 7)
        let orders = [
            vector.versions, vector.versions.reversed(),
            (vector.versions + vector.versions).shuffled(using: &generator),
        ]
        for entry in vector.cases {
            for versions in orders { try check(entry, versions, vector) }
        }
    }

    @Test("An independent evaluator gives the same answers", arguments: try EntitlementVector.all())
    func reference(_ vector: EntitlementVector) {
        for entry in vector.cases {
            expectAgreement(vector.versions, vector.configuration, now: entry.now, asOf: entry.asOf)
        }
    }

    @Test("Names of vectors are unique and every vector asks something")
    func names() throws {
        let vectors = try EntitlementVector.all()
        #expect(Set(vectors.map(\.name)).count == vectors.count)
        #expect(vectors.allSatisfy { !$0.versions.isEmpty && !$0.cases.isEmpty })
        #expect(vectors.count >= 45)
    }

    private func check(
        _ entry: EntitlementVector.Case, _ versions: [FactVersion], _ vector: EntitlementVector
    ) throws {
        let records = LineRecord.records(of: versions)
        if let customer = entry.customer {
            let answer = CustomerAnswer(
                id: customer, records: records, configuration: vector.configuration, now: entry.now, asOf: entry.asOf)
            try expectMatch(answer.json, entry.expected, "\(vector.name) for \(customer) at \(entry.now)")
            return
        }
        let answers = records.flatMap {
            Evaluator.evaluate($0, configuration: vector.configuration, now: entry.now, asOf: entry.asOf)
        }
        let list = JSONValue.array(answers.sorted(by: EntitlementAnswer.isListedBefore).map { flat($0) })
        let expected: JSONValue = entry.expected.kind == .array ? .node(entry.expected) : [.node(entry.expected)]
        try expectMatch(
            list, JSONDocument(parsing: JSONWriter().bytes(expected)).root, "\(vector.name) at \(entry.now)")
    }

    /// The answer with rule and flags on the outer level, where vectors name them.
    private func flat(_ answer: EntitlementAnswer) -> JSONValue {
        var value = answer.json()
        value["rule"] = .string(answer.because.rule.rawValue)
        value["flags"] = .array(answer.because.flags.map { .string($0.rawValue) })
        return value
    }

    /// Every member that is expected must be there; others may be.
    private func expectMatch(_ value: JSONValue, _ expected: JSONNode, _ place: String) throws {
        switch (value, expected.kind) {
        case (.array(let elements), .array):
            let wanted = Array(expected.elements)
            #expect(elements.count == wanted.count, "\(place): \(JSONWriter().text(value))")
            for (index, pair) in zip(elements, wanted).enumerated() {
                try expectMatch(pair.0, pair.1, "\(place)[\(index)]")
            }
        case (.object, .object):
            for (name, member) in expected.members {
                let found = try #require(value[name], "\(place).\(name)")
                let isTime = name.hasSuffix("Date") || name == "until"
                if isTime, let text = member.string {
                    #expect(found == .integer(try TestTime.milliseconds(text)), "\(place).\(name)")
                } else {
                    try expectMatch(found, member, "\(place).\(name)")
                }
            }
        default: #expect(value == JSONValue(expected), "\(place)")
        }
    }
}
