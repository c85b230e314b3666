import StrictJSON
import Testing

extension JSONNode {
    init(_ text: String) throws { self = try JSONDocument(parsing: Array(text.utf8)).root }
}

struct JSONNodeTests {
    @Test("Each kind of value is told apart and read as itself only")
    func readsKinds() throws {
        let root = try JSONNode(#"{"o":{"x":1},"a":[1],"s":"t","n":1.50,"t":true,"f":false,"z":null}"#)
        let kinds = root.members.map { "\($0.name) \($0.value.kind.rawValue)" }
        #expect(
            kinds == ["o object", "a array", "s string", "n number", "t boolean", "f boolean", "z null"])
        #expect(root["s"]?.string == "t")
        #expect(root["n"]?.number?.text == "1.50")
        #expect(root["t"]?.boolean == true)
        #expect(root["f"]?.boolean == false)
        #expect(root["z"]?.isNull == true)
        #expect(root["missing"] == nil)
        for name in ["o", "a", "n", "t", "f", "z"] { #expect(root[name]?.string == nil) }
        for name in ["o", "a", "s", "t", "f", "z"] { #expect(root[name]?.number == nil) }
        for name in ["o", "a", "s", "n", "z"] { #expect(root[name]?.boolean == nil) }
        #expect(root["a"]?["x"] == nil)
        #expect(root["o"]?.elements.map(\.kind).isEmpty == true)
        #expect(root["a"]?.members.map(\.name).isEmpty == true)
    }

    @Test("Members of nested objects are not taken for the outer one's")
    func skipsSubtrees() throws {
        let root = try JSONNode(#"{"a":{"b":{"c":1}},"x":[{"b":2},[3]],"b":4}"#)
        #expect(root["b"]?.number?.text == "4")
        #expect(root["c"] == nil)
        #expect(root["a"]?["b"]?["c"]?.number?.text == "1")
        #expect(root["x"]?.elements.map { String(decoding: $0.source, as: UTF8.self) } == [#"{"b":2}"#, "[3]"])
    }

    @Test("A member is found by the bytes of its name, escapes replaced, not by Unicode's equivalence")
    func comparesNamesByBytes() throws {
        let root = try JSONNode(#"{"\u00e9":1,"e\u0301":2,"S\u212aU":3,"":4,"\"":5}"#)
        #expect(root["\u{E9}"]?.number?.text == "1")
        #expect(root["e\u{301}"]?.number?.text == "2")
        #expect(root["SKU"] == nil)
        #expect(root["S\u{212A}U"]?.number?.text == "3")
        #expect(root[""]?.number?.text == "4")
        #expect(root["\""]?.number?.text == "5")
    }

    @Test(
        "Escapes are replaced",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "A\u{E9}\u{20AC}"),
            (#""\ud83d\ude00!""#, "\u{1F600}!"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\u0000""#, "\u{0}"),
            (#""\ufffd\ud7ff\ue000""#, "\u{FFFD}\u{D7FF}\u{E000}"), (#""""#, ""),
        ])
    func replacesEscapes(_ source: String, _ text: String) throws {
        let string = try #require(try JSONNode(source).string)
        #expect(Array(string.utf8) == Array(text.utf8))
    }

    @Test("The source of a value is its bytes as they came")
    func keepsSource() throws {
        let root = try JSONNode(" { \"a\" : [ 1.0e+2 , \"\\u0041\" ] , \"b\":{ } } ")
        #expect(String(decoding: root.source, as: UTF8.self) == "{ \"a\" : [ 1.0e+2 , \"\\u0041\" ] , \"b\":{ } }")
        let list = try #require(root["a"])
        #expect(String(decoding: list.source, as: UTF8.self) == "[ 1.0e+2 , \"\\u0041\" ]")
        #expect(list.elements.map { String(decoding: $0.source, as: UTF8.self) } == ["1.0e+2", "\"\\u0041\""])
        #expect(root["b"].map { String(decoding: $0.source, as: UTF8.self) } == "{ }")
    }

    @Test("Nodes are equal when their sources are")
    func comparesSources() throws {
        let root = try JSONNode(#"[1,1,1.0,"1"]"#)
        let elements = Array(root.elements)
        #expect(elements[0] == elements[1])
        #expect(elements[0] != elements[2])
        #expect(elements[0] != elements[3])
        #expect(Set(elements).count == 3)
    }
}
