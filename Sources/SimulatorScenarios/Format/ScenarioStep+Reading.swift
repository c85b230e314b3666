internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

extension ScenarioStep {
    private static let kinds = [
        "do", "advance", "advanceTo", "settings", "expect", "expectNotifications", "expectError",
    ]

    /// The states of answers.
    static let states = ["active", "gracePeriod", "billingRetry", "expired", "revoked", "unknown", "credited", "none"]

    /// Whether the step can be refused.
    var canFail: Bool {
        switch self {
        case .action, .settings, .advance: true
        case .expect, .expectNotifications, .expectError: false
        }
    }

    /// Reads one step.
    init(_ node: JSONNode, at path: String) throws(ScenarioError) {
        guard node.kind == .object else {
            throw .unexpected(path: path, expected: "an object", found: ScenarioObject.found(node))
        }
        if node["do"] != nil {
            self = .action(try ScenarioStep.action(node, at: path))
            return
        }
        let object = try ScenarioObject(node, at: path, keys: ScenarioStep.kinds)
        let members = Array(node.members)
        guard members.count == 1, let (name, value) = members.first else {
            throw .unexpected(
                path: path, expected: "one of " + ScenarioStep.kinds.joined(separator: ", "),
                found: members.isEmpty ? "nothing" : members.map(\.name).joined(separator: " and "))
        }
        switch name {
        case "advance": self = .advance(try ScenarioStep.advance(object, value))
        case "advanceTo": self = .advance(.moment(try object.instant("advanceTo") ?? 0))
        case "settings": self = .settings(try ScenarioStep.settings(value, at: object.path(name)))
        case "expect": self = .expect(try EntitlementExpectation(value, at: object.path(name)))
        case "expectNotifications":
            let elements = try object.elements(name) ?? []
            let names = elements.compactMap(\.string)
            guard names.count == elements.count else { throw object.wrong(name, value, "an array of texts") }
            for (place, text) in names.enumerated() where !NotificationPairs.all.contains(text) {
                throw .unexpected(
                    path: "\(object.path(name))[\(place)]",
                    expected: NotificationPairs.suggestion(for: text), found: "\"\(text.prefix(60))\"")
            }
            self = .expectNotifications(names)
        default:
            self = .expectError(try object.choice("expectError", among: SimulatorError.names) ?? "")
        }
    }

    private static func action(_ node: JSONNode, at path: String) throws(ScenarioError) -> StoreAction {
        do throws(StoreActionError) { return try StoreAction(node) } catch { throw .action(path: path, error) }
    }

    private static func advance(_ object: ScenarioObject, _ value: JSONNode) throws(ScenarioError) -> TimeStep {
        if let number = value.number?.integer, number >= 0 { return .milliseconds(number) }
        guard let text = value.string else {
            throw object.wrong("advance", value, "a duration such as \"P31D\", milliseconds, or \"next event\"")
        }
        if text == "next event" { return .nextEvent }
        guard let duration = CalendarDuration(iso8601: text) else {
            throw object.wrong("advance", value, "a duration such as \"P31D\", milliseconds, or \"next event\"")
        }
        return .duration(duration, text: text)
    }

    /// Reads settings by their names.
    static func settings(_ node: JSONNode, at path: String) throws(ScenarioError) -> [NamedSetting] {
        guard node.kind == .object else {
            throw .unexpected(path: path, expected: "an object", found: ScenarioObject.found(node))
        }
        var settings: [NamedSetting] = []
        for (name, value) in node.members {
            let action: JSONValue = ["do": "setSetting", "name": .string(name), "value": .node(value)]
            do throws(StoreActionError) {
                settings.append(
                    NamedSetting(
                        name: name, value: String(decoding: value.source, as: UTF8.self),
                        action: try StoreAction(parsing: JSONWriter().bytes(action))))
            } catch {
                switch error {
                case .unknownMember(let key, _, let nearest):
                    throw .unknownKey(path: path, key: key, nearest: nearest)
                case .invalidValue("name", let expected):
                    throw .unexpected(
                        path: "a key of \(path)", expected: expected, found: "\"\(name.prefix(80))\"")
                case .invalidValue(_, let expected):
                    throw .unexpected(
                        path: "\(path).\(name)", expected: expected, found: ScenarioObject.found(value))
                default: throw .action(path: "\(path).\(name)", error)
                }
            }
        }
        return settings
    }
}

extension EntitlementExpectation {
    /// Reads an expectation.
    init(_ node: JSONNode, at path: String) throws(ScenarioError) {
        let object = try ScenarioObject(
            node, at: path, keys: ["customer", "product", "name", "entitled", "state", "until", "productId"])
        guard let customer = try object.text("customer") else {
            throw .missing(path: object.path("customer"), expected: "the name of a customer")
        }
        self.customer = customer
        let (product, name) = (try object.text("product"), try object.text("name"))
        guard product == nil || name == nil else {
            throw .unexpected(path: object.path("name"), expected: "absent beside product", found: "a value")
        }
        subject = product.map(Subject.product) ?? name.map(Subject.name) ?? .best
        isEntitled = try object.boolean("entitled")
        state = try object.choice("state", among: ScenarioStep.states)
        productID = try object.text("productId")
        if let value = node["until"] { until = value.isNull ? .some(nil) : .some(try object.instant("until")) }
        if isEntitled == nil, state == nil, productID == nil, until == nil {
            throw .missing(path: object.path("entitled"), expected: "what is expected")
        }
    }
}
