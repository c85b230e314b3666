import OpenSSLCrypto
import TestSupport
import Testing

@testable import AppStoreVerification

@Suite("What follows from what is known of the certificates")
struct RevocationReportTests {
    private func report(
        _ policy: RevocationPolicy, _ leaf: RevocationResult, _ intermediate: RevocationResult, path: String? = nil
    ) throws -> RevocationReport {
        let authority = try TestSigner.shared().authority
        return RevocationReport(
            policy: policy,
            findings: [
                .init(certificate: authority.leaf, role: "leaf", path: path, result: leaf),
                .init(certificate: authority.intermediate, role: "intermediate", path: path, result: intermediate),
            ])
    }

    private static let revoked = RevocationResult.revoked(at: 1_780_272_000, reason: .keyCompromise)
    private static let down = RevocationResult.unknown(.unreachable("nobody there"))
    private static let over = RevocationResult.unknown(.expired)

    @Test(
        "A revocation decides, then what can never be known, then what is not known now",
        arguments: [
            (.good, .good, nil, nil, false),
            (.good, revoked, .revocationRevoked, .revocationRevoked, false),
            (down, revoked, .revocationRevoked, .revocationRevoked, false),
            (over, revoked, .revocationRevoked, .revocationRevoked, false),
            (.good, down, nil, .revocationUnknown, true),
            (down, down, nil, .revocationUnknown, true),
            (over, down, nil, .revocationUnknown, false),
            (down, over, nil, .revocationUnknown, false),
            (.unknown(.noResponder), .good, nil, .revocationUnknown, false),
            (.unknown(.refused(.signature)), .good, nil, .revocationUnknown, true),
            (.unknown(.unknownThere), .good, nil, .revocationUnknown, true),
        ] as [(RevocationResult, RevocationResult, FailureCode?, FailureCode?, Bool)])
    func table(
        _ leaf: RevocationResult, _ intermediate: RevocationResult, _ soft: FailureCode?, _ hard: FailureCode?,
        _ isTemporary: Bool
    ) throws {
        let softly = try report(.soft, leaf, intermediate)
        #expect(softly.failure?.code == soft && !softly.isTemporary)
        let hardly = try report(.hard, leaf, intermediate)
        #expect(hardly.failure?.code == hard && hardly.isTemporary == isTemporary)
    }

    @Test("A failure says which certificate, since when, why, and where")
    func texts() throws {
        let revoked = try #require(try report(.soft, .good, Self.revoked, path: "data.signedRenewalInfo").failure)
        #expect(revoked.message == "the intermediate certificate was revoked")
        #expect(revoked.got == "revoked at 2026-06-01T00:00:00.000Z (keyCompromise)")
        #expect(revoked.path == "data.signedRenewalInfo")
        let unknown = try #require(try report(.hard, Self.down, .good).failure)
        #expect(unknown.message == "nobody says whether the leaf certificate was revoked")
        #expect(unknown.got == "the responder does not answer: nobody there" && unknown.path == nil)
        #expect(try report(.hard, Self.over, .good).failure?.hint != unknown.hint)
    }

    @Test("An explanation gets two rungs")
    func rungs() throws {
        typealias Results = [VerificationCheck.Result]
        func results(_ report: RevocationReport?) -> Results { RevocationReport.checks(of: report).map(\.result) }
        #expect(results(nil) == [.notReached, .notReached])
        #expect(results(try report(.hard, .good, .good)) == [.passed, .passed])
        #expect(results(try report(.hard, Self.revoked, Self.down)) == [.failed, .passed])
        #expect(results(try report(.hard, .good, Self.down)) == [.passed, .failed])
        #expect(results(try report(.soft, .good, Self.down)) == [.passed, .notAsked])
        let checks = RevocationReport.checks(of: try report(.hard, .good, Self.down))
        #expect(checks.map(\.code) == [.revocationRevoked, .revocationUnknown])
        #expect(checks[1].got == "the responder does not answer: nobody there")
        #expect(checks.map(\.title) == ["no certificate was revoked", "responders answer for every certificate"])
    }
}
