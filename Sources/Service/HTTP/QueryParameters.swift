internal import AppStoreModels
internal import HTTPServing

/// The query of a request, read strictly: what is not known or not right is a problem, never ignored.
struct QueryParameters: Sendable {
    private var values: [String: String] = [:]

    /// No parameter.
    init() {}

    /// Takes parameters of known names, each once.
    init(_ fields: [HTTPFields.Field], known: [String]) throws(Problem) {
        for field in fields {
            guard known.contains(field.name) else {
                let names = known.joined(separator: ", ")
                throw QueryParameters.problem(
                    field.name, "is no parameter here", expected: known.isEmpty ? "no parameter" : names,
                    hint: Suggestion.hint(for: field.name, among: known))
            }
            guard values.updateValue(field.value, forKey: field.name) == nil else {
                throw QueryParameters.problem(field.name, "is given twice", expected: "one value")
            }
        }
    }

    /// A text that is not empty.
    func text(_ name: String) throws(Problem) -> String? {
        guard let value = values[name] else { return nil }
        guard !value.isEmpty else { throw QueryParameters.problem(name, "is empty", expected: "a value") }
        return value
    }

    /// One of some words.
    func choice(_ name: String, among words: [String]) throws(Problem) -> String? {
        guard let value = try text(name) else { return nil }
        guard words.contains(value) else {
            throw QueryParameters.problem(
                name, "has an unknown value", expected: words.joined(separator: ", "), got: value,
                hint: Suggestion.hint(for: value, among: words))
        }
        return value
    }

    /// Some of some words, with commas between them; none when the parameter is missing.
    func choices(_ name: String, among words: [String]) throws(Problem) -> [String] {
        guard let value = try text(name) else { return [] }
        let chosen = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for word in chosen where !words.contains(word) {
            throw QueryParameters.problem(
                name, "has an unknown value", expected: "some of " + words.joined(separator: ","), got: word,
                hint: Suggestion.hint(for: word, among: words))
        }
        return chosen
    }

    /// A whole number within bounds.
    func integer(_ name: String, in range: ClosedRange<Int64>) throws(Problem) -> Int64? {
        guard let value = try text(name) else { return nil }
        guard let number = Int64(value), range.contains(number) else {
            let bounds =
                range.upperBound == .max
                ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw QueryParameters.problem(
                name, "is no such number", expected: "a whole number \(bounds)", got: value)
        }
        return number
    }

    /// An instant, in milliseconds since 1970.
    func instant(_ name: String) throws(Problem) -> Int64? {
        guard let value = try text(name) else { return nil }
        guard let instant = try? InstantText.parse(value) else {
            throw QueryParameters.problem(name, "is no instant", expected: InstantText.forms, got: value)
        }
        return instant
    }

    /// The environment that is asked about; Production when none is named.
    func environment() throws(Problem) -> String {
        try choice("environment", among: QueryParameters.environments) ?? Environment.production.rawValue
    }

    /// The environments that may be asked about.
    static let environments = Environment.known.map(\.rawValue)

    private static func problem(
        _ name: String, _ what: String, expected: String, got: String? = nil, hint: String? = nil
    ) -> Problem {
        Problem(
            400, "request.parameter", "the query parameter \"\(name.prefix(80))\" \(what)", expected: expected,
            got: got.map { String($0.prefix(120)) }, hint: hint)
    }
}
