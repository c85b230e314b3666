internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import FoundationEssentials
internal import NotificationProcessing
internal import OpenSSLCrypto
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite(
    "Responders that others wrote: openssl ocsp",
    .enabled(if: OpenSSLResponder.program != nil, "the command openssl is missing"), .timeLimit(.minutes(30)))
struct OpenSSLResponderTests {
    /// What became of a notification whose leaf a responder tells of in a way.
    private func report(_ behaviour: OpenSSLResponder.Behaviour) async throws -> ProcessingReport {
        let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }
        let folder = try TemporaryFolder()
        let (rootKey, intermediateKey, leafKey) = (try P384PrivateKey(), try P384PrivateKey(), try P256PrivateKey())
        let (from, to) = (TestSigner.notBefore, TestSigner.notAfter)
        let root = try TestAuthority.rootTemplate(name: "Command", notBefore: from, notAfter: to)
            .selfSigned(with: .p384(rootKey))
        // A responder must know the serial number before the certificate can name the responder's port.
        var template = TestAuthority.intermediateTemplate(name: "Command", notBefore: from, notAfter: to)
        template.serialNumber = [0x11]
        let above = try await OpenSSLResponder.start(
            .good, serial: "11", issuer: root, signer: (root, try rootKey.pem()), in: folder)
        template.ocspResponder = above.url
        let intermediate = try template.issued(
            to: .p384(intermediateKey), by: root, issuerKey: .p384(rootKey))
        let delegateKey = try P256PrivateKey()
        var delegate = CertificateTemplate(
            subject: DistinguishedName(commonName: "Responder"), notBefore: from, notAfter: to,
            keyUsage: .digitalSignature)
        delegate.isForOCSPSigning = true
        let signer = try delegate.issued(
            to: .p256(delegateKey), by: intermediate, issuerKey: .p384(intermediateKey))
        let below = try await OpenSSLResponder.start(
            behaviour, serial: "22", issuer: intermediate, signer: (signer, try delegateKey.pem()), in: folder)
        template = TestAuthority.leafTemplate(name: "Command", notBefore: from, notAfter: to)
        template.serialNumber = [0x22]
        template.ocspResponder = below.url
        let leaf = try template.issued(
            to: .p256(leafKey), by: intermediate, issuerKey: .p384(intermediateKey))
        let jws = try TestSigner(
            TestAuthority(
                root: root, rootKey: rootKey, intermediate: intermediate, intermediateKey: intermediateKey,
                leaf: leaf, leafKey: leafKey)
        ).sign(notification: SamplePayload.notification(), transaction: SamplePayload.transaction())
        var patience = OnlineRevocation.Patience()
        (patience.connecting, patience.answering) = (600_000, 600_000)
        let revocation = try OnlineRevocation(
            policy: .hard, userAgent: "test/1", patience: patience, now: now,
            random: { UInt64.random(in: .min ... .max) })
        let processor = NotificationProcessor(
            verifier: try SignedDataVerifier(
                VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [root])),
            store: MemoryStore(), revocation: revocation.checker, now: now)
        let report = await processor.process(TestSigner.body(jws), source: .appStore)
        await revocation.close()
        above.stop()
        below.stop()
        return report
    }

    @Test("What it calls good is merged, with our nonce in its answer")
    func good() async throws {
        let report = try await report(.good)
        #expect(report.outcome == .applied, "\(report)")
    }

    @Test("What it calls revoked is rejected, with its date and reason")
    func revoked() async throws {
        let report = try await report(.revoked)
        #expect(report.outcome == .rejected && report.failure?.code == .revocationRevoked)
        #expect(report.failure?.got == "revoked at 2026-05-01T10:00:00.000Z (keyCompromise)")
    }

    @Test("A serial number that it does not know is unknown")
    func unknown() async throws {
        let report = try await report(.unknown)
        #expect(report.outcome == nil && report.failure?.got == "the responder does not know the certificate")
    }

    @Test("A bad signature of its is none")
    func badSignature() async throws {
        let report = try await report(.badSignature)
        #expect(report.outcome == nil && report.failure?.code == .revocationUnknown)
        #expect(report.failure?.got == "the signature of the response does not hold")
    }
}

/// The command `openssl ocsp`, answering on a port that the system chose.
private final class OpenSSLResponder: Sendable {
    /// What it says of the certificate.
    enum Behaviour: Sendable {
        case good, revoked, unknown, badSignature
    }

    /// Where the command is; nil where it is missing.
    static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// A command that did not begin to listen.
    struct Failure: Error {
        let line: String?
    }

    let url: String
    private let process: ChildProcess

    static func start(
        _ behaviour: Behaviour, serial: String, issuer: Certificate, signer: (certificate: Certificate, key: String),
        in folder: TemporaryFolder
    ) async throws -> OpenSSLResponder {
        let line =
            switch behaviour {
            case .good, .badSignature: "V\t491231235959Z\t\t\(serial)\tunknown\t/CN=test\n"
            case .revoked: "R\t491231235959Z\t260501100000Z,keyCompromise\t\(serial)\tunknown\t/CN=test\n"
            case .unknown: "V\t491231235959Z\t\tFF\tunknown\t/CN=test\n"
            }
        let arguments =
            [
                "ocsp", "-port", "0", "-nmin", "60", "-index", try folder.write("\(serial).txt", line),
                "-CA", try folder.write("\(serial)-issuer.pem", issuer.pem),
                "-rsigner", try folder.write("\(serial)-signer.pem", signer.certificate.pem),
                "-rkey", try folder.write("\(serial)-signer-key.pem", signer.key),
            ] + (behaviour == .badSignature ? ["-badsig"] : [])
        let process = try ChildProcess(
            program ?? "", arguments, environment: [:], input: .nothing, output: .pipe, error: .nothing)
        // ACCEPT [::]:43855 PID=1953
        let said = try await blocking { process.output?.readLine(until: .now + .seconds(600)) }
        let words = (said ?? "").split(separator: " ")
        guard words.count > 1, let port = words[1].split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw Failure(line: said)
        }
        return OpenSSLResponder(url: "http://127.0.0.1:\(port)/ocsp", process: process)
    }

    private init(url: String, process: ChildProcess) {
        self.url = url
        self.process = process
    }

    /// Ends the command.
    func stop() { process.send(.kill) }
}
