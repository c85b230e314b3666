internal import AppStoreModels
internal import EntitlementStorage
internal import StrictJSON

/// The members of a JSON body, read as strictly as a query: what is not known or not right is a problem.
struct BodyMembers {
    private let root: JSONNode?

    /// Takes an object of known members; an empty body counts as an empty object.
    init(_ body: [UInt8], known: [String]) throws(Problem) {
        guard !body.isEmpty else {
            root = nil
            return
        }
        let names = known.joined(separator: ", ")
        let root: JSONNode
        do { root = try JSONDocument(parsing: body).root } catch {
            throw Problem(
                400, "request.body", "the body is not acceptable JSON", expected: "an object with \(names)",
                got: error.description)
        }
        guard root.kind == .object else {
            throw Problem(400, "request.body", "the body is no JSON object", expected: "an object with \(names)")
        }
        for member in root.members where !known.contains(member.name) {
            throw BodyMembers.problem(
                member.name, "is no member here", expected: names,
                hint: Suggestion.hint(for: member.name, among: known))
        }
        self.root = root
    }

    /// Whether a member is there; null counts as absent.
    func has(_ name: String) -> Bool { root?[name].map { !$0.isNull } ?? false }

    /// A whole number within bounds.
    func integer(_ name: String, in range: ClosedRange<Int64>) throws(Problem) -> Int64? {
        guard has(name), let node = root?[name] else { return nil }
        guard let number = node.number?.integer, range.contains(number) else {
            throw BodyMembers.problem(
                name, "is no such number", expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
                got: String(decoding: node.source.prefix(40), as: UTF8.self))
        }
        return number
    }

    /// A text that is not empty and not too long.
    func text(_ name: String, limit: Int = 255) throws(Problem) -> String? {
        guard has(name), let node = root?[name] else { return nil }
        guard let text = node.string, !text.isEmpty, text.utf8.count <= limit else {
            throw BodyMembers.problem(name, "is no such text", expected: "a string of 1 to \(limit) bytes")
        }
        return text
    }

    /// A text of one line that people read, without control characters.
    func line(_ name: String) throws(Problem) -> String? {
        let text = try text(name)
        guard text.map(CustomerName.isPlain) ?? true else {
            throw BodyMembers.problem(
                name, "has characters that control how text is shown", expected: "a text of one line")
        }
        return text
    }

    /// One of some words.
    func choice(_ name: String, among words: [String]) throws(Problem) -> String? {
        guard let value = try text(name) else { return nil }
        guard words.contains(value) else {
            throw BodyMembers.problem(
                name, "has an unknown value", expected: words.joined(separator: ", "), got: String(value.prefix(80)),
                hint: Suggestion.hint(for: value, among: words))
        }
        return value
    }

    static func problem(
        _ name: String, _ what: String, expected: String, got: String? = nil, hint: String? = nil
    ) -> Problem {
        Problem(
            400, "request.body", "the member \"\(name.prefix(80))\" \(what)", expected: expected, got: got, hint: hint)
    }
}
