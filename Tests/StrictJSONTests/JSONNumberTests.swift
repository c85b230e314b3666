import StrictJSON
import TestSupport
import Testing

struct JSONNumberTests {
    static let floors: [(String, floor: Int64?, integer: Int64?)] = [
        ("0", 0, 0), ("-0", 0, 0), ("7", 7, 7), ("-7", -7, -7),
        ("0.5", 0, nil), ("-0.5", -1, nil), ("-0.0", 0, 0), ("-1.5", -2, nil), ("1.0", 1, 1), ("-1.0", -1, -1),
        ("1697679936049.7297", 1_697_679_936_049, nil), ("-62135769600000", -62_135_769_600_000, -62_135_769_600_000),
        ("-62135769600000.25", -62_135_769_600_001, nil),
        ("1e3", 1000, 1000), ("1E+3", 1000, 1000), ("1.5e3", 1500, 1500), ("1.5e-3", 0, nil), ("-1.5e-3", -1, nil),
        ("1500e-2", 15, 15), ("1505e-2", 15, nil), ("0.001e5", 100, 100), ("0e999999999999", 0, 0),
        ("1e-999999999999999999999", 0, nil), ("-1e-400", -1, nil), ("1e400", nil, nil), ("-1e400", nil, nil),
        ("123456789012345678", 123_456_789_012_345_678, 123_456_789_012_345_678),
        ("1234567890123456789", 1_234_567_890_123_456_789, 1_234_567_890_123_456_789),
        ("9223372036854775807", .max, .max), ("9223372036854775807.999", .max, nil), ("9223372036854775808", nil, nil),
        ("-9223372036854775808", .min, .min), ("-9223372036854775808.5", nil, nil),
        ("-9223372036854775807.5", .min, nil),
        ("-9223372036854775809", nil, nil), ("99999999999999999999", nil, nil), ("18446744073709551616", nil, nil),
        ("9.223372036854775807e18", .max, .max), ("92233720368547758070e-1", .max, .max),
        ("0.1e19", 1_000_000_000_000_000_000, 1_000_000_000_000_000_000),
    ]

    @Test("The greatest integer below is worked out on the digits", arguments: floors)
    func roundsDown(_ text: String, _ floor: Int64?, _ integer: Int64?) throws {
        let number = try #require(JSONNumber(text: text))
        #expect(number.text == text)
        #expect(number.floor == floor)
        #expect(number.integer == integer)
    }

    @Test("Moving the decimal point by an exponent changes nothing")
    func movesThePoint() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let value =
                Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0..<63, using: &generator)
            guard value != 0 else { continue }
            let zeros = Int.random(in: 1...30, using: &generator)
            let texts = [
                "\(value)", "\(value).\(String(repeating: "0", count: zeros))",
                "\(value)\(String(repeating: "0", count: zeros))e-\(zeros)",
            ]
            for text in texts {
                let number = try #require(JSONNumber(text: text))
                #expect(number.floor == value, "\(text)")
                #expect(number.integer == value, "\(text)")
            }
            guard value > .min else { continue }
            let number = try #require(JSONNumber(text: "\(value).\(String(repeating: "0", count: zeros))1"))
            #expect(number.floor == (value < 0 ? value - 1 : value))
            #expect(number.integer == nil)
        }
    }

    @Test(
        "A text that is not just a number is none",
        arguments: ["", " 1", "1 ", "01", "+1", "1.", "\"1\"", "[1]", "NaN"])
    func refusesOtherTexts(_ text: String) { #expect(JSONNumber(text: text) == nil) }

    @Test("Twenty digits stay as they are")
    func keepsDigits() throws {
        let root = try JSONNode(#"{"transactionId":98765432109876543210}"#)
        #expect(root["transactionId"]?.number?.text == "98765432109876543210")
        #expect(JSONWriter().text(JSONValue(root)) == #"{"transactionId":98765432109876543210}"#)
    }
}
