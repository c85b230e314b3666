internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

/// One object of a scenario, all of whose keys are known.
struct ScenarioObject {
    let node: JSONNode
    /// Where it is; empty for the whole.
    let place: String

    /// Checks that a value is an object and has no other keys than these.
    init(_ node: JSONNode, at place: String, keys: [String]) throws(ScenarioError) {
        guard node.kind == .object else {
            throw .unexpected(path: place, expected: "an object", found: ScenarioObject.found(node))
        }
        for (name, _) in node.members where !keys.contains(name) {
            throw .unknownKey(path: place, key: name, nearest: Suggestion.nearest(to: name, among: keys))
        }
        self.node = node
        self.place = place
    }

    func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

    func text(_ key: String) throws(ScenarioError) -> String? {
        guard let value = node[key] else { return nil }
        guard let text = value.string, !text.isEmpty else { throw wrong(key, value, "a text that is not empty") }
        return text
    }

    func boolean(_ key: String) throws(ScenarioError) -> Bool? {
        guard let value = node[key] else { return nil }
        guard let boolean = value.boolean else { throw wrong(key, value, "true or false") }
        return boolean
    }

    func integer(_ key: String) throws(ScenarioError) -> Int64? {
        guard let value = node[key] else { return nil }
        guard let number = value.number?.integer, number >= 0 else { throw wrong(key, value, "a whole number from 0") }
        return number
    }

    func instant(_ key: String) throws(ScenarioError) -> Int64? {
        guard let value = node[key] else { return nil }
        if let number = value.number?.integer { return number }
        guard let text = value.string, let date = try? InstantText.parse(text) else {
            throw wrong(key, value, InstantText.forms)
        }
        return date
    }

    func choice(_ key: String, among words: [String]) throws(ScenarioError) -> String? {
        guard let text = try text(key) else { return nil }
        guard words.contains(text) else {
            throw .unexpected(
                path: path(key), expected: "one of " + words.joined(separator: ", "), found: "\"\(text.prefix(40))\"")
        }
        return text
    }

    func elements(_ key: String) throws(ScenarioError) -> [JSONNode]? {
        guard let value = node[key] else { return nil }
        guard value.kind == .array else { throw wrong(key, value, "an array") }
        return Array(value.elements)
    }

    func wrong(_ key: String, _ value: JSONNode, _ expected: String) -> ScenarioError {
        .unexpected(path: path(key), expected: expected, found: ScenarioObject.found(value))
    }

    /// What a value is, for a person.
    static func found(_ node: JSONNode) -> String {
        switch node.kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "\"\((node.string ?? "").prefix(40))\""
        default: String(decoding: node.source.prefix(40), as: UTF8.self)
        }
    }
}
