internal import AppStoreModels
internal import AppStoreVerification
internal import NotificationProcessing
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("The answer to a verification")
struct VerificationAnswerTests {
    private let signer: TestSigner
    private let verifier: SignedDataVerifier

    init() throws {
        signer = try TestSigner.shared()
        verifier = try SignedDataVerifier(
            VerifierConfiguration(
                addedRoots: [signer.root],
                apps: [AppIdentity(bundleId: SamplePayload.bundleId, appAppleId: SamplePayload.appAppleId)]))
    }

    private func answer(_ jws: String, _ kind: PayloadKind? = nil) -> VerificationAnswer {
        VerificationAnswer(verifying: Array(jws.utf8), as: kind, by: verifier, now: SamplePayload.signedDate)
    }

    private func text(_ value: JSONValue) -> String { JSONWriter().text(value) }

    @Test("What was verified is repeated word for word")
    func verified() throws {
        let transaction = SamplePayload.transaction(["future": [1, "x"]])
        let jws = try signer.sign(transaction)
        let answer = answer(jws, .transaction)
        #expect(answer.isValid)
        #expect(
            text(answer.json) == """
                {"ok":true,"kind":"transaction","environment":"Sandbox","payload":\(text(transaction)),"nested":{}}
                """)
    }

    @Test("What is inside is shown by short names")
    func nested() throws {
        let (transaction, renewalInfo) = (SamplePayload.transaction(), SamplePayload.renewalInfo())
        let jws = try signer.sign(
            notification: SamplePayload.notification(), transaction: transaction, renewalInfo: renewalInfo)
        let answer = answer(jws)
        #expect(answer.isValid)
        #expect(
            answer.json["nested"].map(text) == """
                {"transaction":\(text(transaction)),"renewalInfo":\(text(renewalInfo))}
                """)
    }

    @Test("A failure says what is known of it, and nothing else")
    func failures() throws {
        let plain = VerificationAnswer(.failure(VerificationFailure(.inputEmpty, "the input is empty")))
        #expect(!plain.isValid)
        #expect(
            text(plain.json) == #"{"ok":false,"code":"input.empty","stage":"input","message":"the input is empty"}"#)
        let full = VerificationAnswer(
            .failure(VerificationFailure(.appBundleID, "m", expected: "e", got: "g", hint: "h", path: "p")))
        #expect(
            text(full.json) == """
                {"ok":false,"code":"app.bundle_id","stage":"app","message":"m","expected":"e","got":"g","hint":"h",\
                "path":"p"}
                """)
    }

    @Test("A notification is as bad as what is inside it")
    func nestedFailure() throws {
        let jws = try signer.sign(
            notification: SamplePayload.notification(),
            transaction: SamplePayload.transaction(["bundleId": "com.example.other"]))
        let answer = answer(jws)
        #expect(!answer.isValid)
        #expect(answer.json["ok"] == false)
        #expect(answer.json["code"] == "nested.mismatch")
        #expect(answer.json["path"] == "data.signedTransactionInfo")
    }
}
