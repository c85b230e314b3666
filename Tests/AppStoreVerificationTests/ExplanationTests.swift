import AppStoreModels
import AppStoreVerification
import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport
import Testing

@Suite("Explanations")
struct ExplanationTests {
    private let signer: TestSigner

    init() throws { signer = try TestSigner.shared() }

    private func checks(
        _ jws: String, as kind: PayloadKind? = nil, root: Certificate? = nil,
        _ change: (inout VerifierConfiguration) -> Void = { _ in }
    ) throws -> [VerificationCheck] {
        var configuration = VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [root ?? signer.root])
        change(&configuration)
        return try SignedDataVerifier(configuration).explain(
            [UInt8](jws.utf8), as: kind, now: SamplePayload.signedDate)
    }

    /// The codes that came to a result, of the outer payload.
    private func codes(_ checks: [VerificationCheck], _ result: VerificationCheck.Result) -> [String] {
        checks.filter { $0.path == nil && $0.result == result }.map(\.code.rawValue)
    }

    @Test("Of a sound payload every check passed, in the order of the codes")
    func sound() throws {
        let checks = try checks(signer.sign(SamplePayload.transaction()))
        let asked = FailureCode.all.map(\.rawValue).filter {
            !["input.kind", "nested.mismatch", "app.bundle_id", "app.apple_id"].contains($0) && !$0.hasPrefix("store.")
                && !$0.hasPrefix("receipt.")
                && !$0.hasPrefix("revocation.")
        }
        #expect(codes(checks, .passed) == asked)
        // No app is configured.
        #expect(codes(checks, .notAsked) == ["app.bundle_id", "app.apple_id"])
        #expect(checks.allSatisfy { !$0.title.isEmpty && $0.expected == nil && $0.got == nil })
    }

    @Test("With apps configured their checks are asked")
    func apps() throws {
        let jws = try signer.sign(SamplePayload.appTransaction(environment: "Production"))
        let checks = try checks(jws) {
            $0.apps = [AppIdentity(bundleId: SamplePayload.bundleId, appAppleId: 1)]
        }
        #expect(codes(checks, .notAsked).isEmpty)
        #expect(codes(checks, .failed) == ["app.apple_id"])
        let failed = checks.first { $0.result == .failed }
        #expect(failed?.expected == "1")
        #expect(failed?.got == String(SamplePayload.appAppleId))
    }

    @Test("A header that is no base64url leaves nothing of it to check")
    func header() throws {
        let checks = try checks("?" + signer.sign(SamplePayload.transaction()))
        #expect(codes(checks, .passed) == ["input.empty", "input.too_large", "jws.segments"])
        #expect(codes(checks, .failed) == ["jws.base64url"])
        #expect(codes(checks, .notReached).first == "jws.header")
        #expect(codes(checks, .notReached).contains("signature.invalid"))
    }

    @Test("Without a trusted root the rest is looked at as far as it means something")
    func untrusted() throws {
        let other = try TestAuthority(name: "Other", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter)
        let checks = try checks(signer.sign(SamplePayload.transaction()), root: other.root)
        #expect(codes(checks, .failed) == ["chain.untrusted"])
        // Half of the links, and OpenSSL's judgement of the path, need the root.
        #expect(codes(checks, .notReached) == ["chain.signature", "chain.path_length"])
        #expect(codes(checks, .passed).contains("chain.leaf_marker"))
        #expect(codes(checks, .passed).contains("signature.invalid"))
    }

    @Test("Several faults are all told, and the first is the one that is thrown")
    func several() throws {
        let late = SamplePayload.transaction(["signedDate": .integer((TestSigner.notAfter + 1) * 1000)])
        let jws = try signer.sign(late.replacing(["bundleId": "com.example.other", "environment": "Staging"]))
        let checks = try checks(String(jws.dropLast(4)) + "AAAA", as: .notification) {
            $0.apps = [AppIdentity(bundleId: SamplePayload.bundleId)]
        }
        #expect(codes(checks, .failed) == ["signature.invalid", "payload.kind"])
        let sound = try self.checks(jws) { $0.apps = [AppIdentity(bundleId: SamplePayload.bundleId)] }
        #expect(codes(sound, .failed) == ["chain.expired", "app.bundle_id", "app.environment"])
    }

    @Test("Judged now, the dates stand with the chain, before the signature")
    func clock() throws {
        let checks = try checks(signer.sign(SamplePayload.transaction())) { $0.clock = .now }
        let order = checks.map(\.code)
        let signature = try #require(order.firstIndex(of: .signatureForm))
        #expect(order[signature - 1] == .chainExpired)
        #expect(order[signature - 2] == .chainNotYetValid)
        #expect(order[signature - 3] == .chainIntermediateMarker)
    }

    @Test("What is inside a notification is explained after it, each with its path")
    func nested() throws {
        let jws = try signer.sign(
            notification: SamplePayload.notification(),
            transaction: SamplePayload.transaction(["bundleId": "com.example.other"]),
            renewalInfo: SamplePayload.renewalInfo(environment: "Production"))
        let checks = try checks(jws)
        #expect(codes(checks, .failed).isEmpty)
        let paths = checks.map(\.path).reduce(into: [String?]()) { if $0.last != .some($1) { $0.append($1) } }
        #expect(paths == [nil, "data.signedTransactionInfo", "data.signedRenewalInfo"])
        let failed = checks.filter { $0.result == .failed }
        #expect(failed.map(\.code) == [.nestedMismatch, .nestedMismatch])
        #expect(failed.map(\.got) == ["com.example.other", "Production"])
        // App and environment are the notification's to name.
        #expect(!checks.contains { $0.path != nil && $0.code.stage == "app" })
    }

    @Test("What Xcode signed is explained by its certificate")
    func xcode() throws {
        let key = try P256PrivateKey()
        let certificate = try XcodeSigner.certificate(key)
        let jws = try XcodeSigner(certificate: certificate, key: key).sign(
            SamplePayload.transaction(environment: "Xcode"))
        let checks = try checks(jws) {
            $0.xcodeCertificates = [certificate]
            $0.environments = [.xcode]
        }
        #expect(codes(checks, .failed).isEmpty)
        #expect(codes(checks, .passed).contains("chain.untrusted"))
        // One certificate is no path: markers and issuers are not asked.
        #expect(codes(checks, .notReached).contains("chain.leaf_marker"))
    }
}
