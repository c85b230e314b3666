import AppStoreModels
import AppStoreVerification
import OpenSSLCrypto
import TestSupport
import Testing

@Suite("Configurations of verifiers")
struct VerifierConfigurationTests {
    private func error(
        _ configuration: VerifierConfiguration
    ) -> VerifierConfigurationError? {
        do throws(VerifierConfigurationError) {
            _ = try SignedDataVerifier(configuration)
            return nil
        } catch { return error }
    }

    @Test("What could accept nothing, or contradicts itself, is refused")
    func refused() throws {
        let root = try TestSigner.shared().root
        let xcode = try XcodeSigner.certificate(P256PrivateKey())
        #expect(error(VerifierConfiguration()) == nil)
        #expect(error(VerifierConfiguration(trustsBuiltInRoots: false)) == .noTrustAnchor)
        #expect(error(VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [root])) == nil)
        #expect(error(VerifierConfiguration(environments: [])) == .noEnvironment)
        #expect(error(VerifierConfiguration(environments: [.xcode])) == .xcodeWithoutCertificate)
        #expect(error(VerifierConfiguration(xcodeCertificates: [xcode])) == .xcodeNotEnabled)
        #expect(error(VerifierConfiguration(environments: [.localTesting])) == .localTestingWithoutRoot)
        #expect(error(VerifierConfiguration(addedRoots: [root], environments: [.localTesting])) == nil)
        let alone = VerifierConfiguration(
            trustsBuiltInRoots: false, xcodeCertificates: [xcode], environments: [.xcode])
        #expect(error(alone) == nil)
    }

    @Test("A chain under an added root says so, one under Apple's does not")
    func addedRoots() throws {
        let signer = try TestSigner.shared()
        let verifier = try SignedDataVerifier(VerifierConfiguration(addedRoots: [signer.root]))
        let jws = [UInt8](try signer.sign(SamplePayload.transaction()).utf8)
        let chain = try verifier.verify(jws, now: SamplePayload.signedDate).chain
        #expect(chain.leadsToAddedRoot)
        #expect(chain.anchors == [signer.root])
        #expect(!chain.isXcode)
    }

    @Test("With Xcode's certificate alone App Store data is untrusted")
    func xcodeAlone() throws {
        let configuration = VerifierConfiguration(
            trustsBuiltInRoots: false, xcodeCertificates: [try XcodeSigner.certificate(P256PrivateKey())],
            environments: [.xcode])
        let jws = [UInt8](try TestSigner.shared().sign(SamplePayload.transaction()).utf8)
        let failure = #expect(throws: VerificationFailure.self) {
            try SignedDataVerifier(configuration).verify(jws, now: SamplePayload.signedDate)
        }
        #expect(failure?.code == .chainUntrusted)
        #expect(failure?.expected == "a configured root")
    }
}
