import StrictJSON
import TestSupport
import Testing

struct JSONWriterTests {
    @Test("Members are written in their order, or by the bytes of their names")
    func ordersMembers() throws {
        let value: JSONValue = ["b": 1, "a": [true, nil, "x"], "\u{E9}": [:], "B": []]
        #expect(JSONWriter().text(value) == #"{"b":1,"a":[true,null,"x"],"é":{},"B":[]}"#)
        #expect(JSONWriter(sortsNames: true).text(value) == #"{"B":[],"a":[true,null,"x"],"b":1,"é":{}}"#)
    }

    @Test("Indented texts have a line for each value")
    func indents() {
        let value: JSONValue = ["a": [1, [:]], "b": []]
        let text = """
            {
              "a": [
                1,
                {}
              ],
              "b": []
            }
            """
        #expect(JSONWriter(isIndented: true).text(value) == text)
    }

    @Test("Only what must be escaped is")
    func escapes() {
        #expect(
            JSONWriter().text("\"\\/\u{8}\n\r\t\u{0}\u{1F}\u{7F}\u{E9}\u{2028}\u{1F600}")
                == "\"\\\"\\\\/\\u0008\\n\\r\\t\\u0000\\u001f\u{7F}\u{E9}\u{2028}\u{1F600}\"")
    }

    @Test("A node is copied as it stands, and rewritten where the order of names matters")
    func copiesNodes() throws {
        let node = try JSONNode(#"{"b" : 1.50, "a":"\u0041"}"#)
        #expect(JSONWriter().text(["x": .node(node)]) == #"{"x":{"b" : 1.50, "a":"\u0041"}}"#)
        #expect(JSONWriter(sortsNames: true).text(["x": .node(node)]) == #"{"x":{"a":"A","b":1.50}}"#)
    }

    @Test("A node of several lines is rewritten on one", arguments: ["\n", "\r"])
    func staysOnOneLine(_ lineBreak: String) throws {
        let node = try JSONNode("{\(lineBreak)\"b\": 1.50,\(lineBreak)\"a\": [\"\\n\"] }")
        #expect(JSONWriter().text(["x": .node(node)]) == #"{"x":{"b":1.50,"a":["\n"]}}"#)
    }

    @Test("A text written from random values reads back as the same values")
    func roundTrips() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let value = randomValue(depth: 0, using: &generator)
            for writer in [JSONWriter(), JSONWriter(isIndented: true)] {
                #expect(JSONValue(try JSONDocument(parsing: writer.bytes(value)).root) == value)
            }
            let sorted = JSONWriter(sortsNames: true).bytes(value)
            #expect(JSONWriter(sortsNames: true).bytes(.node(try JSONDocument(parsing: sorted).root)) == sorted)
        }
    }

    @Test("Members can be replaced where they stand, added and removed")
    func editsMembers() throws {
        var value = JSONValue.node(try JSONNode(#"{"a":1,"b":2}"#))
        value["a"] = "x"
        value["c"] = [1]
        value["b"] = nil
        #expect(JSONWriter().text(value) == #"{"a":"x","c":[1]}"#)
        #expect(value["c"] == [1])
        #expect(value["b"] == nil)
    }

    private func randomValue(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{E9}", "\u{301}", "\u{1F600}",
        ]
        func text() -> String {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                text.append(scalars[Int.random(in: 0..<scalars.count, using: &generator)])
            }
            return String(text)
        }
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &generator) {
        case 0: return nil
        case 1: return .boolean(Bool.random(using: &generator))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &generator))
        case 3, 4: return .string(text())
        case 5:
            return .array(
                (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
                    randomValue(depth: depth + 1, using: &generator)
                })
        default:
            return .object(
                (0..<Int.random(in: 0..<5, using: &generator)).map { place in
                    JSONMember("\(place)\(text())", randomValue(depth: depth + 1, using: &generator))
                })
        }
    }
}
