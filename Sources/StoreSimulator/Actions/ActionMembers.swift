internal import AppStoreModels
internal import StrictJSON

/// Reads the members of an action's object, each in the one form it may have.
struct ActionMembers {
    let node: JSONNode

    func has(_ name: String) -> Bool { node[name] != nil }

    func optionalText(_ name: String) throws(StoreActionError) -> String? {
        guard let value = node[name] else { return nil }
        guard let text = value.string else { throw .invalidValue(name, expected: "a text") }
        return text
    }

    func text(_ name: String) throws(StoreActionError) -> String {
        guard let text = try optionalText(name) else { throw .missing(name) }
        return text
    }

    func texts(_ name: String) throws(StoreActionError) -> [String] {
        guard let value = node[name] else { return [] }
        let texts = value.elements.compactMap(\.string)
        guard value.kind == .array, texts.count == value.elements.count(where: { _ in true }) else {
            throw .invalidValue(name, expected: "a list of texts")
        }
        return texts
    }

    func optionalInteger(_ name: String) throws(StoreActionError) -> Int64? {
        guard let value = node[name] else { return nil }
        guard let number = value.number?.integer else { throw .invalidValue(name, expected: "a whole number") }
        return number
    }

    func integer(_ name: String) throws(StoreActionError) -> Int64 {
        guard let number = try optionalInteger(name) else { throw .missing(name) }
        return number
    }

    func optionalCount(_ name: String) throws(StoreActionError) -> Int? {
        guard let number = try optionalInteger(name) else { return nil }
        guard let count = Int(exactly: number) else { throw .invalidValue(name, expected: "a whole number") }
        return count
    }

    func boolean(_ name: String, default value: Bool) throws(StoreActionError) -> Bool {
        guard let node = node[name] else { return value }
        guard let boolean = node.boolean else { throw .invalidValue(name, expected: "true or false") }
        return boolean
    }

    func optionalDate(_ name: String) throws(StoreActionError) -> Int64? {
        guard let value = node[name] else { return nil }
        if let number = value.number?.integer { return number }
        guard let text = value.string, let date = try? InstantText.parse(text) else {
            throw .invalidValue(name, expected: InstantText.forms)
        }
        return date
    }

    /// A transaction's number: a number, or a text as payloads have it.
    func optionalID(_ name: String) throws(StoreActionError) -> Int? {
        guard let value = node[name] else { return nil }
        if let number = value.number?.integer.flatMap({ Int(exactly: $0) }) { return number }
        guard let text = value.string, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int(text) else {
            throw .invalidValue(name, expected: "a transaction's number")
        }
        return id
    }

    func id(_ name: String) throws(StoreActionError) -> Int {
        guard let id = try optionalID(name) else { throw .missing(name) }
        return id
    }

    func target() throws(StoreActionError) -> StoreTarget {
        if let id = try optionalID("transaction") {
            for name in ["customer", "product", "periodsBack"] where has(name) { throw .conflict("transaction", name) }
            return .transaction(id)
        }
        guard has("customer") else { throw .missing("customer") }
        let periodsBack = try optionalCount("periodsBack") ?? 0
        guard periodsBack >= 0 else { throw .invalidValue("periodsBack", expected: "a whole number from 0") }
        return .purchase(
            customer: try text("customer"), product: try optionalText("product"), periodsBack: periodsBack)
    }

    func offer() throws(StoreActionError) -> OfferChoice {
        let expected =
            "\"automatic\", \"introductory\", \"none\", or one of {\"promotional\": ID}, {\"code\": NAME}, "
            + "{\"winBack\": ID}"
        guard let value = node["offer"] else { return .automatic }
        if let text = value.string {
            switch text {
            case "automatic": return .automatic
            case "introductory": return .introductory
            case "none": return .none
            default: throw .invalidValue("offer", expected: expected)
            }
        }
        let members = Array(value.members)
        guard members.count == 1, let id = members[0].value.string else {
            throw .invalidValue("offer", expected: expected)
        }
        switch members[0].name {
        case "promotional": return .promotional(id)
        case "code": return .code(id)
        case "winBack": return .winBack(id)
        default: throw .invalidValue("offer", expected: expected)
        }
    }

    /// A value of an enumeration by its name.
    func choice<Choice: CaseIterable>(
        _ name: String, named: (Choice) -> String
    ) throws(StoreActionError) -> Choice? {
        guard let text = try optionalText(name) else { return nil }
        guard let choice = Choice.allCases.first(where: { named($0) == text }) else {
            throw .invalidValue(name, expected: "one of " + Choice.allCases.map(named).joined(separator: ", "))
        }
        return choice
    }

    /// A value the App Store knows today.
    func known<Value: OpenEnumeration>(
        _ name: String, default value: Value
    ) throws(StoreActionError) -> Value where Value.RawValue == String {
        guard let text = try optionalText(name) else { return value }
        guard let value = Value.known.first(where: { $0.rawValue == text }) else {
            throw .invalidValue(name, expected: "one of " + Value.known.map(\.rawValue).joined(separator: ", "))
        }
        return value
    }
}
