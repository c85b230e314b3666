import AppStoreVerification
import NotificationProcessing
import StrictJSON
import Testing
import TestSupport

@Suite("Bodies where notifications are expected")
struct NotificationBodyTests {
    private func body(_ text: String, acceptsBareJWS: Bool = true) throws(VerificationFailure) -> NotificationBody {
        try NotificationBody([UInt8](text.utf8), acceptsBareJWS: acceptsBareJWS)
    }

    @Test(
        "A signed payload is taken out of its object",
        arguments: [
            #"{"signedPayload":"a.b.c"}"#, " {\n\"signedPayload\" : \"a.b.c\" }\r\n",
            #"{"unknown":1,"signedPayload":"a.b.c"}"#, #"{"signed\u0050ayload":"a.b.c"}"#, "a.b.c", "\ta.b.c\n",
            // What is beside it is not asked.
            #"{"signedPayload":"a.b.c","notification_type":"DID_RENEW"}"#,
        ])
    func signedPayload(text: String) throws {
        #expect(try body(text) == .signedPayload([UInt8]("a.b.c".utf8)))
    }

    @Test(
        "Notifications of version 1 are known by their name",
        arguments: [
            #"{"notification_type":"DID_RENEW","password":"secret","unified_receipt":{"status":0}}"#,
            #"{"notification_type":"INTERACTIVE_RENEWAL","environment":"PROD","auto_renew_status":"true"}"#,
        ])
    func version1(text: String) throws {
        #expect(try body(text) == .foreign(.version1))
    }

    @Test(
        "Account events of Sign in with Apple are known by their form",
        arguments: [
            #"{"payload":"eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIn0.AAAA"}"#,
            #"{"iss":"https://appleid.apple.com","aud":"com.example.app","events":"{}"}"#,
        ])
    func accountEvents(text: String) throws {
        #expect(try body(text) == .foreign(.signInWithApple))
    }

    @Test("Nothing is no notification", arguments: ["", " ", "\n\r\t "])
    func empty(text: String) {
        let failure = #expect(throws: VerificationFailure.self) { try body(text) }
        #expect(failure?.code == .inputEmpty)
    }

    @Test(
        "Anything else is refused by its kind",
        arguments: [
            "{", "{}", #"{"signedPayload":1}"#, #"{"signedPayload":null}"#, #"{"signedPayload":["a.b.c"]}"#,
            #"{"signedPayload":"a.b.c","signedPayload":"d.e.f"}"#, #"{"signedPayload":"a.b.c"}}"#,
            #"{"SignedPayload":"a.b.c"}"#, #"{"payload":"a.b"}"#, #"{"events":[]}"#, #"{"message":"hello"}"#,
            "{\"signedPayload\":\"" + "\u{1}" + "\"}",
        ])
    func others(text: String) {
        let failure = #expect(throws: VerificationFailure.self) { try body(text) }
        #expect(failure?.code == .inputKind)
    }

    @Test("Where a body is wanted a JWS alone is none")
    func bareJWS() {
        let failure = #expect(throws: VerificationFailure.self) { try body("a.b.c", acceptsBareJWS: false) }
        #expect(failure?.code == .inputKind)
    }

    @Test("What is damaged is refused, or yields what was posted")
    func damaged() throws {
        let jws = try TestSigner.shared().sign(SamplePayload.notification("TEST"))
        let bodies = [
            TestSigner.body(jws), [UInt8](jws.utf8), [UInt8](#"{"notification_type":"DID_RENEW"}"#.utf8),
            [UInt8](#"{"payload":"a.b.c"}"#.utf8),
        ]
        var outcomes: [String: Int] = [:]
        for number in 0..<4000 {
            var mutator = Mutator(seed: UInt64(number))
            let damaged = mutator.mutated(mutator.choice(bodies), with: mutator.choice(bodies))
            do throws(VerificationFailure) {
                switch try NotificationBody(damaged) {
                case .signedPayload(let payload):
                    outcomes["signedPayload", default: 0] += 1
                    #expect(payload.count <= damaged.count, "case \(number)")
                case .foreign(let label): outcomes[label.rawValue, default: 0] += 1
                }
            } catch {
                outcomes[error.code.rawValue, default: 0] += 1
                #expect(error.code == .inputEmpty || error.code == .inputKind, "case \(number)")
            }
        }
        #expect(outcomes.count >= 4)
    }
}
