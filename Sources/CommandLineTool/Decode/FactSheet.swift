internal import AppStoreModels
internal import StrictJSON

/// Lines of facts about one object, which in the end has shown every member.
struct FactSheet {
    /// The lines, each of facts that stand side by side.
    private(set) var lines: [[String]] = []
    private let json: JSONNode
    private let now: Int64
    private var shown: Set<String> = []

    /// Starts a sheet about an object.
    init(_ json: JSONNode, now: Int64) {
        self.json = json
        self.now = now
    }

    /// Adds a line of those facts that are there.
    mutating func add(_ facts: String?...) {
        let facts = facts.compactMap { $0 }
        if !facts.isEmpty { lines.append(facts) }
    }

    /// Marks members as shown, where the heading or other objects show them.
    mutating func leaveOut(_ names: String...) { shown.formUnion(names) }

    /// A member's value as text, with words before it.
    mutating func text(_ name: String, _ label: String? = nil) -> String? {
        guard let value = take(name) else { return nil }
        return [label, FactSheet.text(value)].compactMap { $0 }.joined(separator: " ")
    }

    /// A member's value in words, with the value itself where there are no words for it.
    mutating func words(_ name: String, _ label: String? = nil, _ words: [String: String]) -> String? {
        guard let value = take(name) else { return nil }
        let text = FactSheet.text(value)
        return [label, words[text] ?? text].compactMap { $0 }.joined(separator: " ")
    }

    /// A point in time.
    mutating func time(_ name: String, _ label: String, _ precision: TimeText.Precision = .second) -> String? {
        guard let value = take(name) else { return nil }
        guard let milliseconds = FactSheet.milliseconds(value) else { return "\(label) \(FactSheet.text(value))" }
        return "\(label) \(TimeText.both(milliseconds, now: now, precision))"
    }

    /// The end of a period, which may be over.
    mutating func end(_ name: String, _ label: String) -> String? {
        guard let value = take(name) else { return nil }
        guard let milliseconds = FactSheet.milliseconds(value) else { return "\(label) \(FactSheet.text(value))" }
        let distance = RelativeTime.text(milliseconds, now: now)
        let isOver = milliseconds <= now
        return "\(label) \(TimeText.utc(milliseconds, .minute)) (\(isOver ? "ended " : "")\(distance))"
    }

    /// An amount with its currency.
    mutating func money(_ name: String, _ label: String? = nil) -> String? {
        guard let value = take(name) else { return nil }
        let currency = take("currency")?.string
        guard let milliunits = value.number?.integer ?? value.string.flatMap({ Int64($0) }) else {
            return [label, FactSheet.text(value)].compactMap { $0 }.joined(separator: " ")
        }
        let amount = Money(milliunits: milliunits, currency: currency.map(TerminalText.plain) ?? "(no currency)")
        return [label, amount.description].compactMap { $0 }.joined(separator: " ")
    }

    /// Adds what no line has shown yet: known members side by side, unknown ones by their name.
    mutating func addRest(known fields: [PayloadField], path: String? = nil) {
        let rest = json.members.filter { !shown.contains($0.name) && !$0.value.isNull }
        let known = rest.filter { member in fields.contains { $0.name == member.name } }
        let unknown = rest.filter { member in !fields.contains { $0.name == member.name } }
        let dates = Set(fields.filter { $0.kind == .date }.map(\.name))
        let facts = known.map { member -> String in
            if dates.contains(member.name), let milliseconds = FactSheet.milliseconds(member.value) {
                return "\(member.name) \(TimeText.utc(milliseconds))"
            }
            return "\(member.name) \(FactSheet.text(member.value))"
        }
        if !facts.isEmpty { lines.append(facts) }
        if !unknown.isEmpty {
            let prefix = path.map { "\($0)." } ?? ""
            let texts = unknown.map { "\(prefix)\(TerminalText.plain($0.name)) \(FactSheet.text($0.value))" }
            lines.append(["unknown fields kept:"] + texts)
        }
    }

    private mutating func take(_ name: String) -> JSONNode? {
        shown.insert(name)
        guard let value = json[name], !value.isNull else { return nil }
        return value
    }

    private static func milliseconds(_ value: JSONNode) -> Int64? {
        value.number?.floor ?? value.string.flatMap { JSONNumber(text: $0)?.floor }
    }

    /// A value in one short piece that cannot steer the terminal.
    static func text(_ value: JSONNode) -> String {
        let text = value.string ?? JSONWriter().text(.node(value))
        return ShortText.middle(TerminalText.plain(text.isEmpty ? "\"\"" : text), limit: 80)
    }
}
