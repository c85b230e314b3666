package import Entitlements
internal import StrictJSON

/// Keeps the answers of a projection as a JSON array.
package enum AnswerCoding {
    /// Writes the answers.
    package static func bytes(of answers: [EntitlementAnswer]) -> [UInt8] {
        JSONWriter(sortsNames: true).bytes(.array(answers.map { $0.json() }))
    }

    /// Reads what `bytes(of:)` wrote.
    package static func answers(_ bytes: [UInt8]) throws(StoredValueDamage) -> [EntitlementAnswer] {
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch { throw damage }
        var answers: [EntitlementAnswer] = []
        for element in root.elements {
            guard let answer = EntitlementAnswer(json: element) else { throw damage }
            answers.append(answer)
        }
        return answers
    }

    private static let damage = StoredValueDamage("the answers of a projection cannot be read")
}
