import StrictJSON
import TestSupport
import Testing

/// A text and how it looks in a report.
struct Text: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let testDescription: String

    init(_ text: String) {
        bytes = Array(text.utf8)
        testDescription = text.count < 60 ? text : "\(text.prefix(40))… (\(text.utf8.count) bytes)"
    }

    init(_ bytes: [UInt8], _ description: String) {
        self.bytes = bytes
        testDescription = description
    }
}

extension JSONError {
    /// The error that parsing ends in; `nil` when it succeeds.
    static func of(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) -> JSONError? {
        do throws(JSONError) {
            _ = try JSONDocument(parsing: bytes, limits: limits)
            return nil
        } catch {
            return error
        }
    }
}

struct JSONDocumentTests {
    static let accepted: [Text] =
        [
            "{}", "[]", "0", "-0", "\"\"", "true", "false", "null", " \t\r\n1\n", "[[],{}]", "[1,2]", "{\"\":0}",
            "10", "-10.25", "1e5", "1E+5", "1e-5", "0.0", "0e0", "1e400", "-1E-999999999999999999999",
            "99999999999999999999", "0.\(String(repeating: "1", count: 500))",
            #"{"a":{"a":{"a":1}}}"#, #"{"a":1,"b":1}"#, #"{"a":1,"A":1}"#, #"{ "a" : [ 1 , true ] }"#,
            #"["\"\\\/\b\f\n\r\t\u0000\u001F\uFFFF"]"#, #"["\ud83d\uDE00"]"#,
            "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10FFFF}\"",
            #"["\\"]"#, #"["\\\\","\""]"#, "[\"\u{FEFF}\"]", "{\"\u{E9}\":1,\"e\u{301}\":2}",
            #"{"\u00e9":1,"e\u0301":2}"#, "[\"\(String(repeating: "x", count: 100_000))\"]",
            String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
            String(repeating: "{\"a\":", count: 64) + "1" + String(repeating: "}", count: 64),
            "[" + String(repeating: " ", count: 10_000) + "1" + String(repeating: "\n", count: 10_000) + "]",
        ].map { Text($0) }

    @Test("An RFC 8259 text is accepted, and its root is the bytes that came", arguments: accepted)
    func accepts(_ text: Text) throws {
        let document = try JSONDocument(parsing: text.bytes)
        #expect(document.bytes == text.bytes)
        #expect(ReferenceGrammar.accepts(text.bytes))
        let isOutside: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let trimmed = text.bytes.drop(while: isOutside).reversed().drop(while: isOutside).reversed()
        #expect(Array(document.root.source) == Array(trimmed))
    }

    static let refused: [(Text, JSONError)] = [
        (Text(""), .empty), (Text(" \n"), .empty),
        (Text([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "{} behind a byte order mark"), .byteOrderMark),
        (Text([0x22, 0xC0, 0x80, 0x22], "NUL in two bytes"), .invalidUTF8),
        (Text([0x22, 0xC1, 0xBF, 0x22], "overlong, two bytes"), .invalidUTF8),
        (Text([0x22, 0xE0, 0x9F, 0xBF, 0x22], "overlong, three bytes"), .invalidUTF8),
        (Text([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], "overlong, four bytes"), .invalidUTF8),
        (Text([0x22, 0xED, 0xA0, 0x80, 0x22], "a surrogate in UTF-8"), .invalidUTF8),
        (Text([0x22, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0x22], "a surrogate pair in UTF-8"), .invalidUTF8),
        (Text([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "beyond U+10FFFF"), .invalidUTF8),
        (Text([0x22, 0x80, 0x22], "a continuation alone"), .invalidUTF8),
        (Text([0x22, 0xE2, 0x82, 0x22], "cut short"), .invalidUTF8),
        (Text([0x22, 0xE2, 0x82], "cut short at the end"), .string(offset: 0)),
        (Text([0xFF, 0xFE, 0x7B, 0x00], "UTF-16"), .invalidUTF8),
        (Text("{\"a\":1}\u{FEFF}"), .trailingBytes(offset: 7)),
        (Text("{}{}"), .trailingBytes(offset: 2)), (Text("1 2"), .trailingBytes(offset: 2)),
        (Text("null,"), .trailingBytes(offset: 4)), (Text("{}\u{0}"), .trailingBytes(offset: 2)),
        (Text("{"), .syntax(offset: 1)), (Text("["), .syntax(offset: 1)), (Text("[1"), .syntax(offset: 2)),
        (Text("}"), .syntax(offset: 0)), (Text("[}"), .syntax(offset: 1)), (Text("{]"), .syntax(offset: 1)),
        (Text("[1}"), .syntax(offset: 2)), (Text(#"{"a":1]"#), .syntax(offset: 6)),
        (Text("[,]"), .syntax(offset: 1)), (Text("[1,]"), .syntax(offset: 3)), (Text("[1 2]"), .syntax(offset: 3)),
        (Text(#"{"a"}"#), .syntax(offset: 4)), (Text(#"{"a":}"#), .syntax(offset: 5)),
        (Text(#"{"a":1,}"#), .syntax(offset: 7)), (Text("{1:1}"), .syntax(offset: 1)),
        (Text(#"{"a" 1}"#), .syntax(offset: 5)), (Text(#"{"a":1 "b":2}"#), .syntax(offset: 7)),
        (Text("{a:1}"), .syntax(offset: 1)), (Text("{'a':1}"), .syntax(offset: 1)), (Text(":"), .syntax(offset: 0)),
        (Text("True"), .syntax(offset: 0)), (Text("tru"), .syntax(offset: 0)), (Text("truee"), .syntax(offset: 0)),
        (Text("nul"), .syntax(offset: 0)), (Text("NaN"), .syntax(offset: 0)), (Text("Infinity"), .syntax(offset: 0)),
        (Text("undefined"), .syntax(offset: 0)), (Text("true\"\""), .syntax(offset: 0)),
        (Text("[1]//"), .trailingBytes(offset: 3)), (Text("/**/1"), .syntax(offset: 0)),
        (Text("+1"), .syntax(offset: 0)), (Text(".5"), .syntax(offset: 0)), (Text("\u{660}"), .syntax(offset: 0)),
        (Text("01"), .number(offset: 0)), (Text("-01"), .number(offset: 0)), (Text("-"), .number(offset: 0)),
        (Text("1."), .number(offset: 0)), (Text("1.e1"), .number(offset: 0)), (Text("[1e]"), .number(offset: 1)),
        (Text("1e+"), .number(offset: 0)), (Text("1E1.5"), .number(offset: 0)), (Text("0x10"), .number(offset: 0)),
        (Text("1_000"), .number(offset: 0)), (Text("-Infinity"), .number(offset: 0)), (Text("--1"), .number(offset: 0)),
        (Text("1\"a\""), .number(offset: 0)), (Text("00"), .number(offset: 0)), (Text("1\u{0}"), .number(offset: 0)),
        (Text("\""), .string(offset: 0)), (Text("[\"a"), .string(offset: 1)), (Text(#"["a\"]"#), .string(offset: 1)),
        (Text("[1,\"a\nb\"]"), .string(offset: 3)), (Text("[\"\u{0}\"]"), .string(offset: 1)),
        (Text("\"\u{1F}\""), .string(offset: 0)), (Text(#"["\a"]"#), .string(offset: 1)),
        (Text(#"["\u12G4"]"#), .string(offset: 1)), (Text(#"["\u123"]"#), .string(offset: 1)),
        (Text(#"["\U0041"]"#), .string(offset: 1)), (Text(#"["\ud800"]"#), .string(offset: 1)),
        (Text(#"["\udc00"]"#), .string(offset: 1)), (Text(#"["\ud800\ud800"]"#), .string(offset: 1)),
        (Text(#"["\ud800A"]"#), .string(offset: 1)), (Text(#"{"\ud800":1}"#), .string(offset: 1)),
        (Text(#"["\ud800\n"]"#), .string(offset: 1)), (Text(#"["\u+123"]"#), .string(offset: 1)),
        (Text(#"{"a":1,"a":2}"#), .duplicateName(offset: 7)), (Text(#"{"a":1,"\u0061":2}"#), .duplicateName(offset: 7)),
        (Text(#"{"\u0061":1,"a":2}"#), .duplicateName(offset: 12)), (Text(#"{"":1,"":2}"#), .duplicateName(offset: 6)),
        (Text(#"{"\/":1,"/":2}"#), .duplicateName(offset: 8)),
        (Text(#"{"\ud83d\ude00":1,"😀":2}"#), .duplicateName(offset: 18)),
        (Text(#"[{"b":{"a":1,"c":2,"a":3}}]"#), .duplicateName(offset: 19)),
        (Text(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)), .tooDeep(limit: 64)),
        (Text(String(repeating: "{\"a\":", count: 65) + "1" + String(repeating: "}", count: 65)), .tooDeep(limit: 64)),
    ]

    @Test("Anything else is refused for its first fault", arguments: refused)
    func refuses(_ text: Text, _ error: JSONError) {
        #expect(JSONError.of(text.bytes) == error)
        #expect(!ReferenceGrammar.accepts(text.bytes))
    }

    @Test("A text is as long as it says: what lies behind it in memory plays no part")
    func doesNotReadPastTheEnd() {
        for text in [
            "[tru", "[fals", "[nul", "[1", "[-", "[1.", "[1e", "\"\\", "\"\\u12", "[\"a\"", "{\"a\"", "{\"a\":",
        ] {
            // All lengths up to several of simdjson's blocks, so that each text also ends where a block does.
            for padding in 0..<130 {
                let bytes = [UInt8](repeating: 0x20, count: padding) + Array(text.utf8)
                #expect(JSONError.of(bytes) != nil, "\(text) behind \(padding) spaces")
                let longer = bytes + Array("e1]}\"".utf8)
                #expect(JSONError.of(Array(longer[..<bytes.count])) != nil, "\(text) behind \(padding) spaces")
            }
        }
    }

    @Test("Bounds on bytes, depth and tokens are kept")
    func keepsLimits() {
        let bytes = Array("[[1,2]]".utf8)
        #expect(JSONError.of(bytes, limits: JSONLimits(maximumBytes: 7, maximumDepth: 2, maximumTokens: 4)) == nil)
        #expect(JSONError.of(bytes, limits: JSONLimits(maximumBytes: 6)) == .tooLarge(limit: 6))
        #expect(JSONError.of(bytes, limits: JSONLimits(maximumDepth: 1)) == .tooDeep(limit: 1))
        #expect(JSONError.of(bytes, limits: JSONLimits(maximumTokens: 3)) == .tooLarge(limit: 3))
        #expect(JSONError.of([0x31], limits: JSONLimits(maximumDepth: 0)) == nil)
        let deep = Array(
            (String(repeating: "{\"a\":", count: 70_000) + "1" + String(repeating: "}", count: 70_000)).utf8)
        #expect(JSONError.of(deep, limits: JSONLimits(maximumDepth: 70_000)) == nil)
        #expect(JSONError.of(deep, limits: JSONLimits(maximumDepth: 69_999)) == .tooDeep(limit: 69_999))
    }

    @Test("An object may have 100,000 members, and a duplicate among them is found")
    func readsManyMembers() throws {
        let members = (0..<100_000).map { "\"m\($0)\":\($0)" }
        let document = try JSONDocument(parsing: Array("{\(members.joined(separator: ","))}".utf8))
        #expect(document.root["m99999"]?.number?.integer == 99_999)
        #expect(document.root.members.reduce(0) { count, _ in count + 1 } == 100_000)
        let doubled = Array("{\(members.joined(separator: ",")),\"m5\":0}".utf8)
        #expect(JSONError.of(doubled) == .duplicateName(offset: doubled.count - 7))
    }

    @Test("A duplicate is found at any place, however many names there are", arguments: [2, 3, 47, 48, 49, 50, 100])
    func findsDuplicates(_ count: Int) {
        for place in 0..<count - 1 {
            var names = (0..<count).map { "\($0)transactionId\($0 % 7)" }
            #expect(JSONError.of(Array("{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)) == nil)
            names[count - 1] = names[place]
            let bytes = Array("{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
            let last = bytes.count - 1 - "\"\(names[place])\":0".utf8.count
            #expect(JSONError.of(bytes) == .duplicateName(offset: last))
        }
    }

    @Test("What random changes make of a text is judged as the grammar judges it", arguments: 0..<4)
    func agreesWithTheGrammar(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let texts = JSONDocumentTests.accepted.map(\.bytes).filter { $0.count < 1000 }
        let alphabet =
            Array("{}[]:,\"\\ \n0123456789.-+eEtrufalsnbd/".utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xA0, 0xFF]
        for _ in 0..<2_000 {
            var bytes = texts[Int.random(in: 0..<texts.count, using: &generator)]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.insert(byte, at: place)
                case 1 where place < bytes.count: bytes[place] = byte
                case 2 where place < bytes.count: bytes.remove(at: place)
                default: bytes.insert(contentsOf: texts[Int.random(in: 0..<texts.count, using: &generator)], at: place)
                }
            }
            let isAccepted = JSONError.of(bytes) == nil
            #expect(isAccepted == ReferenceGrammar.accepts(bytes), "\(bytes)")
            guard isAccepted else { continue }
            let document = try JSONDocument(parsing: bytes)
            let written = JSONWriter().bytes(JSONValue(document.root))
            #expect(JSONValue(try JSONDocument(parsing: written).root) == JSONValue(document.root))
        }
    }
}
