import JWS
import StrictJSON
import Testing

@Suite struct CompactJWSTests {
    /// The header `{"alg":"ES256"}`.
    private let header = "eyJhbGciOiJFUzI1NiJ9"

    @Test("Three segments come apart and stay as they came")
    func parts() throws {
        let jws = try CompactJWS(parsing: header + ".Zm9v.YmFy")
        #expect(jws.payload == [UInt8]("foo".utf8))
        #expect(jws.signature == [UInt8]("bar".utf8))
        #expect(jws.headerSegment.elementsEqual(header.utf8))
        #expect(jws.payloadSegment.elementsEqual("Zm9v".utf8))
        #expect(jws.signatureSegment.elementsEqual("YmFy".utf8))
        #expect(jws.signingInput.elementsEqual((header + ".Zm9v").utf8))
        #expect(jws.text == header + ".Zm9v.YmFy")
        #expect(try jws.headerBytes() == [UInt8](#"{"alg":"ES256"}"#.utf8))
    }

    @Test(
        "Any other number of segments is refused, and so is an empty one",
        arguments: [
            ("", JWSError.segments(found: 0)), ("Zm9v", .segments(found: 1)), ("Zm9v.Zm9v", .segments(found: 2)),
            ("Zm9v.Zm9v.Zm9v.Zm9v", .segments(found: 4)), ("Zm9v.Zm9v.Zm9v.", .segments(found: 4)),
            ("....", .segments(found: 5)), (".Zm9v.Zm9v", .emptySegment(.header)),
            ("Zm9v..Zm9v", .emptySegment(.payload)), ("Zm9v.Zm9v.", .emptySegment(.signature)),
            ("..", .emptySegment(.header)),
        ])
    func segments(text: String, error: JWSError) {
        #expect(throws: error) { try CompactJWS(parsing: text) }
    }

    @Test("A segment that is not base64url is named")
    func base64URL() throws {
        #expect(throws: JWSError.base64URL(.payload, .character(offset: 3))) {
            try CompactJWS(parsing: header + ".Zm9=.YmFy")
        }
        #expect(throws: JWSError.base64URL(.payload, .trailingBits)) {
            try CompactJWS(parsing: header + ".Zh.YmFy")
        }
        #expect(throws: JWSError.base64URL(.signature, .character(offset: 4))) {
            try CompactJWS(parsing: header + ".Zm9v.YmFy\n")
        }
        #expect(throws: JWSError.base64URL(.signature, .length(5))) {
            try CompactJWS(parsing: header + ".Zm9v.YmFyY")
        }
        let jws = try CompactJWS(parsing: " " + header + ".Zm9v.YmFy")
        #expect(throws: JWSError.base64URL(.header, .character(offset: 0))) { try jws.header() }
    }
}

@Suite struct JWSHeaderTests {
    @Test("The members that matter are read, all others are kept and used for nothing")
    func members() throws {
        let text = #"{"alg":"ES256","x5c":["AQID","\/w=="],"kid":"k","typ":"JWT","jwk":{"kty":"EC"},"jku":7}"#
        let header = try JWSHeader(parsing: [UInt8](text.utf8))
        #expect(header.alg == "ES256")
        #expect(header.kid == "k")
        #expect(header.typ == "JWT")
        #expect(header.x5c == ["AQID", "/w=="])
        #expect(try header.x5cDER() == [[1, 2, 3], [255]])
        #expect(header.json.root["jku"]?.number?.text == "7")
        let plain = try JWSHeader(parsing: [UInt8](#"{"alg":"ES256","kid":1,"typ":null}"#.utf8))
        #expect(plain.x5c == nil)
        #expect(plain.kid == nil)
        #expect(plain.typ == nil)
    }

    @Test(
        "A header that is not one strict JSON object is refused",
        arguments: [
            ("", JWSError.header(.empty)), (#"{"alg":"ES256"} x"#, .header(.trailingBytes(offset: 16))),
            (#"{"alg":"ES256","alg":"ES256"}"#, .header(.duplicateName(offset: 15))),
            (#"{"alg":"ES256","x5c":[],"\u00785c":[]}"#, .header(.duplicateName(offset: 24))),
            (#"{"alg":"ES256"}{}"#, .header(.trailingBytes(offset: 15))),
            (#"["ES256"]"#, .headerNotAnObject(found: .array)),
            (#""ES256""#, .headerNotAnObject(found: .string)), ("null", .headerNotAnObject(found: .null)),
        ])
    func json(text: String, error: JWSError) {
        #expect(throws: error) { try JWSHeader(parsing: [UInt8](text.utf8)) }
    }

    @Test(
        "Any algorithm but exactly ES256 is refused",
        arguments: [
            ("{}", JWSError.algorithm(found: nil)), (#"{"alg":""}"#, .algorithm(found: "")),
            (#"{"alg":"none"}"#, .algorithm(found: "none")), (#"{"alg":"es256"}"#, .algorithm(found: "es256")),
            (#"{"alg":"ES256 "}"#, .algorithm(found: "ES256 ")), (#"{"alg":"HS256"}"#, .algorithm(found: "HS256")),
            (#"{"alg":"ES384"}"#, .algorithm(found: "ES384")), (#"{"Alg":"ES256"}"#, .algorithm(found: nil)),
            (#"{"alg":null}"#, .headerMember(name: "alg", expected: "a string")),
            (#"{"alg":["ES256"]}"#, .headerMember(name: "alg", expected: "a string")),
        ])
    func algorithms(text: String, error: JWSError) {
        #expect(throws: error) { try JWSHeader(parsing: [UInt8](text.utf8)) }
    }

    @Test("Critical extensions are refused, even an empty list", arguments: ["[\"exp\"]", "[\"b64\"]", "[]", "null"])
    func critical(value: String) {
        let text = #"{"alg":"ES256","b64":false,"crit":"# + value + "}"
        #expect(throws: JWSError.critical) { try JWSHeader(parsing: [UInt8](text.utf8)) }
    }

    @Test("Certificates must be an array of strings, each strict base64")
    func certificates() throws {
        for value in ["null", "{}", "\"AQID\"", "[1]", "[\"AQID\",null]", "[[\"AQID\"]]"] {
            let text = #"{"alg":"ES256","x5c":"# + value + "}"
            #expect(throws: JWSError.headerMember(name: "x5c", expected: "an array of strings")) {
                try JWSHeader(parsing: [UInt8](text.utf8))
            }
        }
        let bad: [(String, Base64Error)] = [
            ("AQI", .length(3)), ("AQI\\n", .character(offset: 3)), ("AR==", .trailingBits),
            ("_w==", .character(offset: 0)),
        ]
        for (entry, error) in bad {
            let header = try JWSHeader(
                parsing: [UInt8](#"{"alg":"ES256","x5c":["AQID",""#.utf8) + [UInt8](entry.utf8) + [UInt8]("\"]}".utf8))
            #expect(throws: JWSError.x5cBase64(index: 1, error)) { try header.x5cDER() }
        }
        let empty = try JWSHeader(parsing: [UInt8](#"{"alg":"ES256","x5c":[]}"#.utf8))
        #expect(try empty.x5cDER() == [])
    }
}
