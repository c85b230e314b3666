/// Walks the grammar of RFC 8259 over the marks that simdjson's first stage found.
///
/// The first stage has made sure of UTF-8, of closed strings and of no control characters in them. simdjson's own second
/// stage is not used: it refuses integers above 64 bits and accepts duplicate names. There is no recursion.
struct JSONTokenizer {
    let bytes: [UInt8]
    /// Where tokens start, in rising order.
    let marks: [UInt32]
    let limits: JSONLimits
    /// Whether there is a backslash anywhere; most texts have none.
    let hasEscapes: Bool

    private(set) var tokens: [JSONToken] = []
    /// The next mark.
    private var at = 0
    /// The containers not closed yet, as indices of tokens.
    private var open: [Int] = []
    /// Whether the innermost open container waits for a value, rather than for a comma or its end.
    private var isValueDue = false
    private var checker = JSONNameChecker()

    init(bytes: [UInt8], marks: [UInt32], hasEscapes: Bool, limits: JSONLimits) {
        self.bytes = bytes
        self.marks = marks
        self.limits = limits
        self.hasEscapes = hasEscapes
        tokens.reserveCapacity(marks.count / 2 + 2)
    }

    mutating func run() throws(JSONError) {
        try readValue()
        while let container = open.last {
            if isValueDue {
                try readValue()
                continue
            }
            let isObject = tokens[container].kind == .object
            switch byteAtMark {
            case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"): try close(container)
            case UInt8(ascii: ","):
                at += 1
                try startMember(isObject: isObject)
            default: throw .syntax(offset: offsetOfMark)
            }
        }
        guard at == marks.count else { throw .trailingBytes(offset: offsetOfMark) }
    }

    /// The byte at the next mark; `nil` at the end.
    private var byteAtMark: UInt8? { at < marks.count ? bytes[Int(marks[at])] : nil }

    /// Where the next mark is, or the end of the text.
    private var offsetOfMark: Int { at < marks.count ? Int(marks[at]) : bytes.count }

    private mutating func append(_ kind: JSONToken.Kind, from offset: Int, to end: Int, isEscaped: Bool = false)
        throws(JSONError)
    {
        guard tokens.count < limits.maximumTokens else { throw .tooLarge(limit: limits.maximumTokens) }
        // The first stage takes no text whose offsets need more than 32 bits.
        tokens.append(
            JSONToken(
                offset: UInt32(truncatingIfNeeded: offset), length: UInt32(truncatingIfNeeded: end - offset),
                next: UInt32(truncatingIfNeeded: tokens.count + 1), kind: kind, isEscaped: isEscaped))
    }

    private mutating func readValue() throws(JSONError) {
        isValueDue = false
        switch byteAtMark {
        case UInt8(ascii: "\""): try readString(.string)
        case UInt8(ascii: "{"): try openContainer(.object, end: UInt8(ascii: "}"))
        case UInt8(ascii: "["): try openContainer(.array, end: UInt8(ascii: "]"))
        case UInt8(ascii: "t"): try readWord("true", .true)
        case UInt8(ascii: "f"): try readWord("false", .false)
        case UInt8(ascii: "n"): try readWord("null", .null)
        case let byte?:
            guard byte == UInt8(ascii: "-") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") else {
                throw .syntax(offset: offsetOfMark)
            }
            try readNumber()
        case nil: throw .syntax(offset: offsetOfMark)
        }
    }

    private mutating func openContainer(_ kind: JSONToken.Kind, end: UInt8) throws(JSONError) {
        guard open.count < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
        try append(kind, from: offsetOfMark, to: offsetOfMark)
        let container = tokens.count - 1
        open.append(container)
        at += 1
        if byteAtMark == end {
            try close(container)
        } else {
            try startMember(isObject: kind == .object)
        }
    }

    /// Reads what comes before the value of a member; an element of an array has nothing there.
    private mutating func startMember(isObject: Bool) throws(JSONError) {
        isValueDue = true
        guard isObject else { return }
        guard byteAtMark == UInt8(ascii: "\"") else { throw .syntax(offset: offsetOfMark) }
        try readString(.name)
        guard byteAtMark == UInt8(ascii: ":") else { throw .syntax(offset: offsetOfMark) }
        at += 1
    }

    private mutating func close(_ container: Int) throws(JSONError) {
        tokens[container].length = UInt32(truncatingIfNeeded: offsetOfMark + 1) - tokens[container].offset
        tokens[container].next = UInt32(truncatingIfNeeded: tokens.count)
        if tokens[container].kind == .object {
            try checker.check(container, in: tokens, of: bytes)
        }
        open.removeLast()
        at += 1
    }

    private mutating func readString(_ kind: JSONToken.Kind) throws(JSONError) {
        let start = offsetOfMark + 1
        // Nothing inside a string is marked, so its closing quote is the last thing before the next mark.
        var end = (at + 1 < marks.count ? Int(marks[at + 1]) : bytes.count) - 1
        while end > start, JSONTokenizer.isWhiteSpace(bytes[end]) { end -= 1 }
        guard end >= start, bytes[end] == UInt8(ascii: "\"") else { throw .string(offset: start - 1) }
        let isEscaped = hasEscapes && bytes[start..<end].contains(UInt8(ascii: "\\"))
        if isEscaped, JSONEscapes.replaced(in: bytes, start..<end) == nil { throw .string(offset: start - 1) }
        try append(kind, from: start, to: end, isEscaped: isEscaped)
        at += 1
    }

    private mutating func readWord(_ word: StaticString, _ kind: JSONToken.Kind) throws(JSONError) {
        let start = offsetOfMark
        let end = start + word.utf8CodeUnitCount
        guard end <= bytes.count, isDelimited(end), bytes[start..<end].elementsEqual("\(word)".utf8) else {
            throw .syntax(offset: start)
        }
        try append(kind, from: start, to: end)
        at += 1
    }

    private mutating func readNumber() throws(JSONError) {
        let start = offsetOfMark
        let integer = byte(at: start) == UInt8(ascii: "-") ? start + 1 : start
        // A number has one leading zero at most: what follows one is never a digit.
        var end = byte(at: integer) == UInt8(ascii: "0") ? integer + 1 : endOfDigits(from: integer)
        var isComplete = end > integer
        if byte(at: end) == UInt8(ascii: ".") {
            let fraction = end + 1
            end = endOfDigits(from: fraction)
            isComplete = isComplete && end > fraction
        }
        if byte(at: end) | 0x20 == UInt8(ascii: "e") {
            let sign = byte(at: end + 1)
            let exponent = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? end + 2 : end + 1
            end = endOfDigits(from: exponent)
            isComplete = isComplete && end > exponent
        }
        guard isComplete, isDelimited(end) else { throw .number(offset: start) }
        try append(.number, from: start, to: end)
        at += 1
    }

    private func endOfDigits(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] >= UInt8(ascii: "0"), bytes[end] <= UInt8(ascii: "9") { end += 1 }
        return end
    }

    /// The byte at an offset; 0, which no number has, behind the end.
    private func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    /// Whether a number or word may end before this offset.
    private func isDelimited(_ offset: Int) -> Bool {
        guard offset < bytes.count else { return true }
        switch bytes[offset] {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"): return true
        default: return JSONTokenizer.isWhiteSpace(bytes[offset])
        }
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
