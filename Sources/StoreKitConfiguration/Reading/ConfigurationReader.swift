import StrictJSON

/// Reads the tree of a configuration file: what is wrong is thrown, what is ignored or defaulted is noted.
struct ConfigurationReader {
    var collector = NoteCollector()

    /// Where each product id was seen first.
    var productPaths: [String: String] = [:]
    /// Where each group id was seen first.
    var groupPaths: [String: String] = [:]

    mutating func note(_ path: String, _ text: String) { collector.add(path, text) }

    /// The path of a member of the value at `path`.
    static func path(_ path: String, _ name: String) -> String {
        let name = PlainText.escaped(name, limit: 64)
        return path.isEmpty ? name : "\(path).\(name)"
    }

    /// Notes the members of an object that nothing here understands.
    mutating func noteUnknownKeys(of members: [JSONMember], at path: String, known: [String]) {
        for member in members where !known.contains(member.name) {
            note(ConfigurationReader.path(path, member.name), "not known, kept as it is and not used")
        }
    }

    /// A member; `nil` when it is not there or `null`.
    func member(_ name: String, of value: JSONValue) -> JSONValue? {
        guard let member = value[name], member != .null else { return nil }
        return member
    }

    /// The members of what must be an object.
    func object(_ value: JSONValue, at path: String) throws(StoreConfigurationError) -> [JSONMember] {
        guard let members = value.members else {
            throw .unexpected(path: path, expected: "an object", found: value.found)
        }
        return members
    }

    /// The elements of an array; none when it is not there.
    func array(_ name: String, of value: JSONValue, at path: String) throws(StoreConfigurationError) -> [JSONValue] {
        guard let member = member(name, of: value) else { return [] }
        guard let elements = member.elements else {
            throw .unexpected(
                path: ConfigurationReader.path(path, name), expected: "an array", found: member.found)
        }
        return elements
    }

    /// A text; `nil` when it is not there, and with a note when it is something else.
    mutating func text(_ name: String, of value: JSONValue, at path: String) -> String? {
        guard let member = member(name, of: value) else { return nil }
        if let text = member.text { return text }
        let path = ConfigurationReader.path(path, name)
        if case .number(let number) = member {
            note(path, "came as a number, taken as text")
            return number.text
        }
        note(path, "should be a text, found \(member.found); taken as absent")
        return nil
    }

    /// A switch; the default when it is not there, and with a note when it is something else.
    mutating func flag(_ name: String, of value: JSONValue, at path: String, default standard: Bool = false) -> Bool {
        guard let member = member(name, of: value) else { return standard }
        if case .boolean(let flag) = member { return flag }
        let path = ConfigurationReader.path(path, name)
        if case .number(let number) = member, let integer = number.integer, integer == 0 || integer == 1 {
            note(path, "came as a number, taken as \(integer == 1)")
            return integer == 1
        }
        note(path, "should be true or false, found \(member.found); taken as \(standard)")
        return standard
    }

    /// A whole number; `nil` when it is not there.
    func integer(_ name: String, of value: JSONValue, at path: String, in range: ClosedRange<Int>)
        throws(StoreConfigurationError) -> Int?
    {
        guard let member = member(name, of: value) else { return nil }
        guard case .number(let number) = member, let integer = number.integer.flatMap({ Int(exactly: $0) }),
            range.contains(integer)
        else {
            throw .unexpected(
                path: ConfigurationReader.path(path, name),
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", found: member.found)
        }
        return integer
    }

    /// A price; `nil` when it is not there.
    mutating func price(_ name: String, of value: JSONValue, at path: String) throws(StoreConfigurationError)
        -> ConfiguredPrice?
    {
        guard let member = member(name, of: value) else { return nil }
        let path = ConfigurationReader.path(path, name)
        let text: String
        switch member {
        case .number(let number):
            note(path, "came as a number, taken as text")
            text = number.text
        default:
            guard let string = member.text else {
                throw .unexpected(path: path, expected: "a decimal such as \"4.99\"", found: member.found)
            }
            text = string
        }
        guard let price = ConfiguredPrice(text: text) else { throw .price(path: path, text: text) }
        if !price.isExact { note(path, "has more than three decimals; the rest is cut off") }
        return price
    }
}
