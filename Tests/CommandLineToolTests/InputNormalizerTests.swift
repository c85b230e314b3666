internal import AppStoreVerification
internal import CommandLineTool
internal import TestSupport
internal import Testing

@Suite("Looking for signed data")
struct InputNormalizerTests {
    typealias Item = NormalizedInput.Item

    static let jws = SampleTokens.jws

    static func normalize(_ text: String) throws(InputFailure) -> NormalizedInput {
        try InputNormalizer.normalize(Array(text.utf8))
    }

    @Test(
        "One JWS is found under its wrapping, and each repair is noted",
        arguments: [
            (jws, []), ("  \(jws)\n", []), ("\"\(jws)\"", ["removed the quotes"]), ("'\(jws)'", ["removed the quotes"]),
            ("`\(jws)`", ["removed the quotes"]), ("“\(jws)”", ["removed the quotes"]),
            ("Bearer \(jws)", ["removed the Bearer prefix"]),
            ("authorization: bearer \(jws)", ["removed the Bearer prefix"]),
            ("eyJhbGciOiJF\nUzI1NiJ9.eyJh\r\n IjoxfQ.AAAA", ["removed line breaks and spaces"]),
            ("\"eyJhbGciOiJF\nUzI1NiJ9.eyJhIjoxfQ.AAAA\"", ["removed the quotes", "removed line breaks and spaces"]),
            ("eyJhbGciOiJF\\nUzI1NiJ9.eyJhIjoxfQ.AAAA", ["removed line breaks and spaces"]),
            ("eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ==.AAAA", ["removed base64 padding"]),
            ("\u{FEFF}\(jws)", ["removed a byte order mark"]),
            ("eyJhbGciOiJFUzI1NiJ9%2EeyJhIjoxfQ%2eAAAA", ["decoded the URL encoding"]),
            ("signedPayload=\(jws)&x=1", ["took the value out of the form field"]),
            ("2026-11-02 INFO got <\(jws)> from 203.0.113.9", ["took the signed data out of other text"]),
            (
                "POST / HTTP/1.1\r\nHost: a.b.c\r\n\r\n{\"signedPayload\":\"\(jws)\"}",
                ["took the signed data out of other text"]
            ),
        ])
    func bare(_ text: String, _ notes: [String]) throws {
        #expect(try Self.normalize(text) == NormalizedInput(items: [Item(jws: Array(Self.jws.utf8))], notes: notes))
    }

    @Test("The alphabet of standard base64 is changed")
    func alphabet() throws {
        let found = try Self.normalize("eyJhbGciOiJFUzI1NiJ9.ey+/IjoxfQ.AAAA")
        #expect(
            found
                == NormalizedInput(
                    items: [Item(jws: Array("eyJhbGciOiJFUzI1NiJ9.ey-_IjoxfQ.AAAA".utf8))],
                    notes: ["changed + and / to the base64url alphabet"]))
    }

    @Test("UTF-16, as some shells write it, is converted", arguments: [true, false])
    func utf16(_ isLittle: Bool) throws {
        let units = "\u{FEFF}\(Self.jws)\r\n".utf16.flatMap { unit -> [UInt8] in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittle ? bytes : bytes.reversed()
        }
        let found = try InputNormalizer.normalize(units)
        #expect(found == NormalizedInput(items: [Item(jws: Array(Self.jws.utf8))], notes: ["converted it from UTF-16"]))
    }

    @Test(
        "A body is found under its wrapping",
        arguments: [
            ("{\"signedPayload\":\"\(jws)\"}", []), (" { \"signedPayload\" : \"\(jws)\", \"x\": 1 }\n", []),
            ("'{\"signedPayload\":\"\(jws)\"}'", ["removed the quotes"]),
            ("\"{\\\"signedPayload\\\":\\\"\(jws)\\\"}\"", ["removed the quotes"]),
            ("{\\\"signedPayload\\\":\\\"\(jws)\\\"}", ["removed the escapes"]),
            ("%7B%22signedPayload%22%3A%22\(jws)%22%7D", ["decoded the URL encoding"]),
            (
                "{\"signedPayload\":\"eyJhbGciOiJFUzI1\n  NiJ9.eyJhIjoxfQ.AAAA\"}",
                ["removed line breaks and spaces"]
            ),
            (
                "{'signedPayload': '\(jws)'}",
                ["took the signed data out of JSON that is broken (syntax error at byte 1)"]
            ),
            (
                "{\"signedPayload\":\"\(jws)\"",
                ["took the signed data out of JSON that is broken (syntax error at byte 55)"]
            ),
        ])
    func body(_ text: String, _ notes: [String]) throws {
        let found = try Self.normalize(text)
        #expect(found.items.map(\.jws) == [Array(Self.jws.utf8)])
        #expect(found.notes == notes)
    }

    @Test("A body that a gateway put in base64 is decoded")
    func gateway() throws {
        let base64 =
            "eyJzaWduZWRQYXlsb2FkIjoiZXlKaGJHY2lPaUpGVXpJMU5pSjkuZXlKaElqb3hmUS5BQUFBIn0="
        let found = try Self.normalize(base64)
        #expect(found.items == [Item(jws: Array(Self.jws.utf8), path: "signedPayload")])
        #expect(found.notes == ["decoded the base64 around it"])
    }

    @Test("Every signed field of an API response is found with its path")
    func response() throws {
        let (one, two) = (SampleTokens.jws, SampleTokens.other)
        let found = try Self.normalize(
            """
            {"environment":"Sandbox","signedTransactions":["\(one)","\(two)"],"hasMore":false,
             "notificationHistory":[{"signedPayload":"\(two)","sendAttempts":[]}],
             "signedAppTransactionInfo":"\(one)","signedDate":1,"bundleId":"a.b.c",
             "data":[{"lastTransactions":[{"status":1,"signedTransactionInfo":"\(one)","signedRenewalInfo":"\(two)"}]}],
             "body":"{\\"signedPayload\\":\\"\(one)\\"}"}
            """)
        #expect(
            found.items.map(\.path) == [
                "signedTransactions[0]", "signedTransactions[1]", "notificationHistory[0].signedPayload",
                "signedAppTransactionInfo", "data[0].lastTransactions[0].signedTransactionInfo",
                "data[0].lastTransactions[0].signedRenewalInfo", "body.signedPayload",
            ])
        #expect(found.items.map(\.jws) == [one, two, two, one, one, two, one].map { Array($0.utf8) })
        #expect(found.notes.isEmpty)
    }

    @Test("A signed field that is no JWS is kept, for the failure to name it")
    func cutOff() throws {
        let found = try Self.normalize("{\"signedPayload\":\"eyJhbGciOiJFUzI1NiJ9\"}")
        #expect(found.items == [Item(jws: Array("eyJhbGciOiJFUzI1NiJ9".utf8), path: "signedPayload")])
    }

    @Test("Several inputs, one a line, are told from one that is wrapped")
    func lines() throws {
        let found = try Self.normalize("\(Self.jws)\n\n{\"signedPayload\":\"\(SampleTokens.other)\"}\n")
        #expect(
            found.items == [
                Item(jws: Array(Self.jws.utf8), path: "line 1"),
                Item(jws: Array(SampleTokens.other.utf8), path: "line 3 signedPayload"),
            ])
    }

    @Test(
        "What is no JWS is passed on to be judged as one",
        arguments: ["hello", "a.b", "eyJhbGciOiJFUzI1NiJ9", "a b.c d"])
    func passedOn(_ text: String) throws {
        #expect(try Self.normalize(text).items == [Item(jws: Array(text.utf8))])
    }

    @Test("Nothing is nothing, in quotes as well", arguments: ["", " \n", "\"\"", "' '"])
    func empty(_ text: String) {
        #expect(throws: InputFailure.empty) { try Self.normalize(text) }
    }

    @Test("Inputs of any bytes end in an answer or a failure")
    func arbitrary() {
        var generator = SeededGenerator(seed: 11)
        let alphabet = Array("eyJ.\"'{}[]%7B\\n=+/ \n:,MI`Bearer ".utf8)
        for _ in 0..<3000 {
            let count = Int.random(in: 0..<60, using: &generator)
            let bytes = (0..<count).map { _ in
                Int.random(in: 0..<8, using: &generator) == 0
                    ? UInt8.random(in: 0...255, using: &generator)
                    : alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            if let found = try? InputNormalizer.normalize(bytes) { #expect(!found.items.isEmpty) }
            _ = try? StrictInput.jws(bytes)
        }
    }
}

@Suite("Naming what is not signed data")
struct ForeignInputTests {
    static let receipts: [(String, ForeignInput, ReceiptInput.Form, layers: Int)] = [
        (SampleTokens.receipt, .receipt, .container, 1),
        ("{\"receipt-data\":\"\(SampleTokens.receipt)\"}", .receipt, .container, 1),
        (SampleTokens.doubleReceipt, .doublyEncodedReceipt, .container, 2),
        (SampleTokens.transactionReceipt, .transactionReceipt, .transactionReceipt, 1),
    ]

    static let foreign: [(String, ForeignInput)] = [
        ("{\"notification_type\":\"DID_RENEW\",\"unified_receipt\":{}}", .versionOneNotification),
        ("{\"payload\":\"\(SampleTokens.signInWithApple)\"}", .signInWithAppleEvent),
        ("{\"receipt\":{},\"status\":0}", .verifyReceiptAnswer), ("{\"latest_receipt\":\"x\"}", .verifyReceiptAnswer),
        ("{\"errorCode\":4040010,\"errorMessage\":\"Transaction id not found.\"}", .errorAnswer),
        ("{\"notificationType\":\"TEST\",\"data\":{}}", .decodedPayload),
        ("{\"transactionId\":\"1\",\"productId\":\"p\"}", .decodedPayload), ("{\"a\":1}", .unsignedJSON),
        ("{\"signedPayload\":7}", .unsignedJSON), ("{}", .unsignedJSON),
        ("{\"a\":", .brokenJSON("syntax error at byte 5")),
        ("{\"a\":1,\"a\":2}", .brokenJSON("member name used twice, at byte 7")),
    ]

    @Test("Each is named, for looking as for verifying", arguments: foreign)
    func named(_ text: String, _ expected: ForeignInput) {
        #expect(throws: InputFailure.kind(expected)) { try InputNormalizer.normalize(Array(text.utf8)) }
        #expect(throws: InputFailure.kind(expected)) { try StrictInput.jws(Array(text.utf8)) }
    }

    @Test("A receipt is found for looking, and named where a JWS is wanted", arguments: receipts)
    func found(_ text: String, _ foreign: ForeignInput, _ form: ReceiptInput.Form, _ layers: Int) throws {
        for spelling in [text, " \(text)\n"] {
            let found = try InputNormalizer.normalize(Array(spelling.utf8))
            #expect(found.items.map(\.receipt?.form) == [form] && found.items.map(\.receipt?.layers) == [layers])
            #expect(found.notes == (layers > 1 ? ["decoded base64 that was applied 2 times"] : []))
        }
        #expect(throws: InputFailure.kind(foreign)) { try StrictInput.jws(Array(text.utf8)) }
    }

    @Test("Quoted, wrapped and URL-encoded receipts are found as well")
    func wrapped() throws {
        let text = SampleTokens.receipt
        let bytes = try #require(ReceiptInput(recognizing: Array(text.utf8)[...])).bytes
        for spelling in [
            "\"\(text)\"", text.prefix(40) + "\n" + text.dropFirst(40), text.replacing("=", with: "%3D"),
            "-----BEGIN PKCS7-----\n\(text)\n-----END PKCS7-----",
        ] {
            let found = try InputNormalizer.normalize(Array(spelling.utf8))
            #expect(found.items.map(\.receipt?.bytes) == [bytes])
        }
    }

    @Test("A receipt in its bytes is found", arguments: [[0x30, 0x82, 0x13, 0xD2, 0x0A], [0x30, 0x80, 6, 9, 0x2A]])
    func binary(_ bytes: [UInt8]) throws {
        #expect(try InputNormalizer.normalize(bytes).items.map(\.receipt?.bytes) == [bytes])
        #expect(throws: InputFailure.kind(.binaryReceipt)) { try StrictInput.jws(bytes) }
    }

    @Test("Each has a name and a next step in one line", arguments: foreign.map(\.1))
    func texts(_ foreign: ForeignInput) {
        let failure = InputFailure.kind(foreign)
        #expect(failure.code == "input.kind" && failure.got == foreign.name && failure.expected != nil)
        #expect(failure.hint?.contains("\n") == false)
    }
}

@Suite("Reading what is to be verified")
struct StrictInputTests {
    static let jws = SampleTokens.jws

    @Test(
        "A JWS or a body, with outer white space, is accepted",
        arguments: [
            jws, "\r\n \(jws)\t\n", "{\"signedPayload\":\"\(jws)\"}", " {\"x\":[],\"signedPayload\":\"\(jws)\"} ",
            "{\"signedPayload\":\"\\u0065\(jws.dropFirst())\"}",
        ])
    func accepted(_ text: String) throws { #expect(try StrictInput.jws(Array(text.utf8)) == Array(Self.jws.utf8)) }

    @Test(
        "Nothing inside is repaired",
        arguments: ["eyJh bGci.a.b", "Bearer \(jws)", "eyJh.eyJi=.c", "%7B", "'\(jws)'", "x"])
    func kept(_ text: String) throws { #expect(try StrictInput.jws(Array(text.utf8)) == Array(text.utf8)) }

    @Test("Other JSON is named")
    func otherJSON() {
        #expect(throws: InputFailure.kind(.quotedString)) { try StrictInput.jws(Array("\"\(Self.jws)\"".utf8)) }
        #expect(throws: InputFailure.kind(.otherJSON("array"))) { try StrictInput.jws(Array("[\"\(Self.jws)\"]".utf8)) }
        #expect(throws: InputFailure.empty) { try StrictInput.jws(Array(" \n".utf8)) }
    }
}
