import AppStoreModels
import StrictJSON

/// One object of the short form, all of whose keys are known.
struct ShortFormObject {
    /// Where it is; empty for the whole.
    let place: String
    private let node: JSONNode

    /// Checks that a value is an object and has no other keys than these.
    init(_ node: JSONNode, at place: String, keys: [String]) throws(StoreConfigurationError) {
        guard node.kind == .object else {
            throw .unexpected(path: place, expected: "an object", found: ShortFormObject.found(node))
        }
        for (name, _) in node.members where !keys.contains(name) {
            throw .unknownKey(path: place, key: name, nearest: Suggestion.nearest(to: name, among: keys))
        }
        self.node = node
        self.place = place
    }

    func path(_ key: String) -> String { ConfigurationReader.path(place, key) }

    func has(_ key: String) -> Bool { node[key] != nil }

    /// The value, or an error that it is missing.
    func required<Value>(_ key: String, _ expected: String, _ value: Value?) throws(StoreConfigurationError) -> Value {
        guard let value else { throw .missing(path: path(key), expected: expected) }
        return value
    }

    func text(_ key: String) throws(StoreConfigurationError) -> String? {
        guard let value = node[key] else { return nil }
        guard let text = value.string else { throw wrong(key, value, "a text") }
        return text
    }

    func flag(_ key: String) throws(StoreConfigurationError) -> Bool? {
        guard let value = node[key] else { return nil }
        guard let flag = value.boolean else { throw wrong(key, value, "true or false") }
        return flag
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(StoreConfigurationError) -> Int? {
        guard let value = node[key] else { return nil }
        guard let integer = value.number?.integer.flatMap({ Int(exactly: $0) }), range.contains(integer) else {
            throw wrong(key, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// A price, in quotes or without: the digits of a JSON number are as exact as those of a text.
    func price(_ key: String) throws(StoreConfigurationError) -> ConfiguredPrice? {
        guard let value = node[key] else { return nil }
        guard let text = value.string ?? value.number?.text else {
            throw wrong(key, value, "a decimal such as \"4.99\"")
        }
        guard let price = ConfiguredPrice(text: text), price.isExact else {
            throw .price(path: path(key), text: text)
        }
        return price
    }

    func period(_ key: String) throws(StoreConfigurationError) -> CalendarDuration? {
        guard let value = node[key] else { return nil }
        guard let text = value.string else { throw wrong(key, value, "an ISO 8601 duration") }
        guard let period = CalendarDuration(iso8601: text), period != CalendarDuration() else {
            throw .period(path: path(key), text: text)
        }
        return period
    }

    func object(_ key: String, keys: [String]) throws(StoreConfigurationError) -> ShortFormObject? {
        guard let value = node[key] else { return nil }
        return try ShortFormObject(value, at: path(key), keys: keys)
    }

    /// The elements of an array with their paths; none when it is not there.
    func elements(_ key: String, orOne: Bool = false) throws(StoreConfigurationError) -> [(JSONNode, String)] {
        guard let value = node[key] else { return [] }
        if orOne, value.kind == .object { return [(value, path(key))] }
        guard value.kind == .array else { throw wrong(key, value, orOne ? "an object or an array" : "an array") }
        return value.elements.enumerated().map { ($0.element, "\(path(key))[\($0.offset)]") }
    }

    func choice<Value>(_ key: String, of choices: [(name: String, value: Value)]) throws(StoreConfigurationError)
        -> Value?
    {
        guard let value = node[key] else { return nil }
        return try ShortFormObject.choice(value, at: path(key), of: choices)
    }

    static func choice<Value>(_ node: JSONNode, at path: String, of choices: [(name: String, value: Value)])
        throws(StoreConfigurationError) -> Value
    {
        guard let choice = choices.first(where: { $0.name == node.string }) else {
            throw .unexpected(path: path, expected: list(choices.map(\.name)), found: found(node))
        }
        return choice.value
    }

    /// The names of choices, for a person.
    static func list(_ names: [String]) -> String { "one of \(names.joined(separator: ", "))" }

    private func wrong(_ key: String, _ value: JSONNode, _ expected: String) -> StoreConfigurationError {
        .unexpected(path: path(key), expected: expected, found: ShortFormObject.found(value))
    }

    private static func found(_ node: JSONNode) -> String {
        switch node.kind {
        case .object: "an object"
        case .array: "an array"
        default: JSONValue(node).found
        }
    }
}
