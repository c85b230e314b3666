internal import AppStoreVerification
internal import NotificationProcessing
internal import Testing

@Suite("Bodies of notifications")
struct NotificationBodyTests {
    private func body(_ text: String, acceptsBareJWS: Bool = true) throws(VerificationFailure) -> NotificationBody {
        try NotificationBody(Array(text.utf8), acceptsBareJWS: acceptsBareJWS)
    }

    @Test("The JWS is found in an object, and alone where that is accepted")
    func payloads() throws {
        #expect(try body("{\"signedPayload\":\"a.b.c\"}") == .signedPayload(Array("a.b.c".utf8)))
        #expect(try body(" \n{\"x\":1,\"signedPayload\":\"a\"} ") == .signedPayload(Array("a".utf8)))
        #expect(try body("\t a.b.c \r\n") == .signedPayload(Array("a.b.c".utf8)))
        let failure = #expect(throws: VerificationFailure.self) { try body("a.b.c", acceptsBareJWS: false) }
        #expect(failure?.code == .inputKind)
    }

    @Test("What else is sent to such endpoints is known by name")
    func foreign() throws {
        #expect(try body("{\"notification_type\":\"CANCEL\"}") == .foreign(.version1))
        #expect(try body("{\"payload\":\"a.b.c\"}") == .foreign(.signInWithApple))
        #expect(try body("{\"iss\":\"x\",\"events\":\"y\"}") == .foreign(.signInWithApple))
    }

    @Test(
        "Everything else is no notification",
        arguments: [
            ("", FailureCode.inputEmpty), (" \n", .inputEmpty), ("{}", .inputKind),
            ("{\"signedPayload\":1}", .inputKind),
            ("{\"payload\":\"a.b\"}", .inputKind), ("{\"signedPayload\":\"a\"", .inputKind),
            ("{\"signedPayload\":\"a\",\"signedPayload\":\"b\"}", .inputKind),
        ])
    func nothing(_ text: String, _ code: FailureCode) {
        let failure = #expect(throws: VerificationFailure.self) { try body(text) }
        #expect(failure?.code == code)
    }
}
