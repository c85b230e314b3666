import StrictJSON

/// Gives new parts of a file ids of 8 hexadecimal digits that depend on nothing but the file.
struct InternalIdentifiers {
    private var used: Set<String> = []

    /// Knows the ids that a document has already.
    init(of document: JSONValue = .object([])) { collect(document) }

    private mutating func collect(_ value: JSONValue) {
        for element in value.elements ?? [] { collect(element) }
        for member in value.members ?? [] {
            if member.name == "internalID" || member.name == "id", let text = member.value.text { used.insert(text) }
            collect(member.value)
        }
    }

    /// The id that is given, or else one made from the names that lead to the part.
    mutating func identifier(given: String?, for names: String...) -> String {
        if let given, !given.isEmpty {
            used.insert(given)
            return given
        }
        var attempt = 0
        while true {
            let id = InternalIdentifiers.digest(names + (attempt == 0 ? [] : ["\(attempt)"]))
            if used.insert(id).inserted { return id }
            attempt += 1
        }
    }

    /// FNV-1a, 32 bits: short, the same everywhere, and nothing here needs to be hard to guess.
    static func digest(_ names: [String]) -> String {
        var hash: UInt32 = 0x811C_9DC5
        for name in names {
            for byte in Array(name.utf8) + [0] { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        }
        let digits = String(hash, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
