import StrictJSON

/// Writes JSON byte for byte as Xcode lays out its configuration files.
///
/// A colon stands between two spaces, empty containers have an empty line inside, slashes and letters beyond ASCII are
/// not escaped, and a line break ends the file. Keys are sorted without regard to letter case and with runs of digits
/// by their number; ``sorted(_:)`` does that beforehand, so that equal configurations are equal trees.
enum ConfigurationLayout {
    /// The bytes of a whole file.
    static func file(_ value: JSONValue) -> [UInt8] { bytes(of: value) + [UInt8(ascii: "\n")] }

    /// The bytes of a value.
    static func bytes(of value: JSONValue) -> [UInt8] {
        var out: [UInt8] = []
        write(value, level: 0, into: &out)
        return out
    }

    private static func write(_ value: JSONValue, level: Int, into out: inout [UInt8]) {
        switch value {
        case .null, .boolean, .number: out.append(contentsOf: JSONWriter().bytes(value))
        case .string(let text): quote(text, into: &out)
        case .node(let node): out.append(contentsOf: node.source)
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { out.append(UInt8(ascii: ",")) }
                breakLine(level + 1, into: &out)
                write(element, level: level + 1, into: &out)
            }
            close("]", isEmpty: elements.isEmpty, level: level, into: &out)
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for (position, member) in members.enumerated() {
                if position > 0 { out.append(UInt8(ascii: ",")) }
                breakLine(level + 1, into: &out)
                quote(member.name, into: &out)
                out.append(contentsOf: " : ".utf8)
                write(member.value, level: level + 1, into: &out)
            }
            close("}", isEmpty: members.isEmpty, level: level, into: &out)
        }
    }

    private static func close(_ bracket: String, isEmpty: Bool, level: Int, into out: inout [UInt8]) {
        if isEmpty { out.append(UInt8(ascii: "\n")) }
        breakLine(level, into: &out)
        out.append(contentsOf: bracket.utf8)
    }

    private static func breakLine(_ level: Int, into out: inout [UInt8]) {
        out.append(UInt8(ascii: "\n"))
        out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    private static func quote(_ text: String, into out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x08: out.append(contentsOf: "\\b".utf8)
            case 0x0C: out.append(contentsOf: "\\f".utf8)
            case 0x0A: out.append(contentsOf: "\\n".utf8)
            case 0x0D: out.append(contentsOf: "\\r".utf8)
            case 0x09: out.append(contentsOf: "\\t".utf8)
            case 0..<0x20: out.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}

extension ConfigurationLayout {
    /// The value with the members of every object in Xcode's order.
    static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(sorted))
        case .object(let members):
            .object(
                members.map { (key: Array($0.name.utf8), member: JSONMember($0.name, sorted($0.value))) }
                    .sorted { precedes($0.key, $1.key) }.map(\.member))
        default: value
        }
    }

    /// Whether one key comes before another: `_storefront` before `_storeKitErrors`, `a2` before `a10`.
    static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var (one, other) = (left[...], right[...])
        while let first = one.first, let second = other.first {
            if isDigit(first), isDigit(second) {
                let (number, otherNumber) = (popNumber(&one), popNumber(&other))
                if number.count != otherNumber.count { return number.count < otherNumber.count }
                if number != otherNumber { return number.lexicographicallyPrecedes(otherNumber) }
                continue
            }
            let (letter, otherLetter) = (lowercased(first), lowercased(second))
            if letter != otherLetter { return letter < otherLetter }
            one.removeFirst()
            other.removeFirst()
        }
        if one.isEmpty != other.isEmpty { return one.isEmpty }
        // Equal but for letter case or leading zeros: the bytes decide, so that the order is the same every time.
        return left.lexicographicallyPrecedes(right)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 0x20 : byte
    }

    /// Takes the digits at the start, without leading zeros.
    private static func popNumber(_ text: inout ArraySlice<UInt8>) -> [UInt8] {
        let digits = text.prefix(while: isDigit)
        text = text.dropFirst(digits.count)
        return Array(digits.drop { $0 == UInt8(ascii: "0") })
    }
}
