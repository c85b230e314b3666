import AppStoreModels
import AppStoreVerification
import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport
import Testing

@Suite("Data that others signed", .enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
struct ThirdPartyTests {
    /// 2026-11-29T00:00:00Z.
    static let now: Int64 = 1_795_910_400_000

    @Test("The ES256 example of RFC 7515, appendix A.3, is no App Store data")
    func appendixA3() throws {
        let json = try JSONDocument(parsing: ThirdPartyVectors.bytes("rfc7515/a3-es256.json")).root
        let jws = try #require(json["jws"]?.string)
        let failure = #expect(throws: VerificationFailure.self) {
            try SignedDataVerifier(VerifierConfiguration()).verify([UInt8](jws.utf8), now: Self.now)
        }
        #expect(failure?.code == .x5cMissing)
    }

    @Test("What Xcode signed verifies with its certificate alone", arguments: ["transaction", "renewal-info"])
    func xcode(name: String) throws {
        let jws = [UInt8](try ThirdPartyVectors.text("apple-mock/xcode-signed-\(name)").utf8)
        let certificate = try Certificate(der: try #require(CompactJWS(parsing: jws).header().x5cDER().first))
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(xcodeCertificates: [certificate], environments: [.sandbox, .production, .xcode]))
        let verified = try verifier.verify(jws, now: Self.now)
        #expect(verified.kind.rawValue == name)
        #expect(verified.environment == .xcode)
        switch verified {
        case .transaction(let transaction):
            // 1697679936049.7297 and 1697679936056.485: floored, and kept as they came.
            #expect(transaction.payload.purchaseDate?.milliseconds == 1_697_679_936_049)
            #expect(transaction.payload.purchaseDate?.text == "1697679936049.7297")
            #expect(transaction.signedDate?.milliseconds == 1_697_679_936_056)
            #expect(transaction.xcodeCertificate == certificate)
        case .renewalInfo(let renewalInfo):
            #expect(renewalInfo.signedDate?.milliseconds == 1_697_679_936_711)
        default: Issue.record("another kind")
        }

        let failure = #expect(throws: VerificationFailure.self) {
            try SignedDataVerifier(VerifierConfiguration()).verify(jws, now: Self.now)
        }
        #expect(failure?.code == .x5cCount)
    }

    @Test("What Xcode signed is never taken for Production or Sandbox", arguments: ["transaction", "renewal-info"])
    func xcodeIsNotProduction(name: String) throws {
        let jws = [UInt8](try ThirdPartyVectors.text("apple-mock/xcode-signed-\(name)").utf8)
        let certificate = try Certificate(der: try #require(CompactJWS(parsing: jws).header().x5cDER().first))
        // The certificate as a root, which it is not: its one entry is no path of three.
        let verifier = try SignedDataVerifier(VerifierConfiguration(addedRoots: [certificate]))
        let failure = #expect(throws: VerificationFailure.self) { try verifier.verify(jws, now: Self.now) }
        #expect(failure?.code == .x5cCount)
        // A certificate for an environment that is not enabled is a mistake to be told of.
        #expect(throws: VerifierConfigurationError.xcodeNotEnabled) {
            try SignedDataVerifier(VerifierConfiguration(xcodeCertificates: [certificate]))
        }
        #expect(throws: VerifierConfigurationError.xcodeWithoutCertificate) {
            try SignedDataVerifier(VerifierConfiguration(environments: [.xcode]))
        }
    }
}
