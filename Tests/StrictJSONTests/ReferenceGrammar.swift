/// RFC 8259 by recursive descent, as plainly as it can be written: says only whether a text is acceptable.
///
/// It shares nothing with the code under test, not even the way of reading.
struct ReferenceGrammar {
    private var rest: ArraySlice<UInt8>
    private struct Refused: Error {}

    /// Judges a text by the rules that documents keep by default.
    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            return false
        }
        var grammar = ReferenceGrammar(rest: bytes[...])
        do {
            try grammar.value(depth: 0)
            return grammar.rest.isEmpty
        } catch {
            return false
        }
    }

    private mutating func skipWhiteSpace() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest.removeFirst(text.utf8.count)
        return true
    }

    private mutating func need(_ text: String) throws { if !take(text) { throw Refused() } }

    private mutating func value(depth: Int) throws {
        skipWhiteSpace()
        defer { skipWhiteSpace() }
        if take("{") {
            if depth == 64 { throw Refused() }
            var names: Set<[UInt16]> = []
            skipWhiteSpace()
            if take("}") { return }
            repeat {
                skipWhiteSpace()
                guard names.insert(try string()).inserted else { throw Refused() }
                skipWhiteSpace()
                try need(":")
                try value(depth: depth + 1)
            } while take(",")
            try need("}")
        } else if take("[") {
            if depth == 64 { throw Refused() }
            skipWhiteSpace()
            if take("]") { return }
            repeat { try value(depth: depth + 1) } while take(",")
            try need("]")
        } else if rest.first == UInt8(ascii: "\"") {
            _ = try string()
        } else if !take("true"), !take("false"), !take("null") {
            try number()
        }
    }

    private mutating func number() throws {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
    }

    private mutating func digits() throws {
        let count = rest.prefix { (0x30...0x39).contains($0) }.count
        if count == 0 { throw Refused() }
        rest.removeFirst(count)
    }

    /// The UTF-16 code units of a string, in which every surrogate has its other half.
    private mutating func string() throws -> [UInt16] {
        try need("\"")
        var units: [UInt16] = []
        while !take("\"") {
            guard let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first,
                scalar.value >= 0x20
            else { throw Refused() }
            if scalar == "\\" {
                rest.removeFirst()
                units.append(try escape())
            } else {
                rest.removeFirst(String(scalar).utf8.count)
                units += Array(String(scalar).utf16)
            }
        }
        guard String(validating: units, as: UTF16.self) != nil else { throw Refused() }
        return units
    }

    private mutating func escape() throws -> UInt16 {
        guard let letter = rest.popFirst() else { throw Refused() }
        if letter == UInt8(ascii: "u") {
            let hexadecimal = String(decoding: rest.prefix(4), as: UTF8.self)
            rest = rest.dropFirst(4)
            guard hexadecimal.utf8.count == 4, !hexadecimal.hasPrefix("+"), !hexadecimal.hasPrefix("-"),
                let unit = UInt16(hexadecimal, radix: 16)
            else { throw Refused() }
            return unit
        }
        let meanings: [Character: UInt16] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 0x08, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09,
        ]
        guard let unit = meanings[Character(Unicode.Scalar(letter))] else { throw Refused() }
        return unit
    }
}
