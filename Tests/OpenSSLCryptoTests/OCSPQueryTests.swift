import TestSupport
import Testing

@testable import OpenSSLCrypto

@Suite("Questions about revocation, and answers")
struct OCSPQueryTests {
    private let fixture: OCSPFixture

    init() throws { fixture = try OCSPFixture() }

    @Test("A request names its certificate and nothing else, and changes with its nonce")
    func request() throws {
        let authority = fixture.authority
        let request = try fixture.query.encoded()
        #expect(OCSPQuery.isAsked(request, about: authority.leaf, issuer: authority.intermediate))
        #expect(!OCSPQuery.isAsked(request, about: authority.intermediate, issuer: authority.root))
        #expect(!OCSPQuery.isAsked(request, about: authority.leaf, issuer: authority.root))
        #expect(!OCSPQuery.isAsked(request + [0], about: authority.leaf, issuer: authority.intermediate))
        #expect(!OCSPQuery.isAsked([], about: authority.leaf, issuer: authority.intermediate))
        #expect(request.firstRange(of: OCSPFixture.nonce) != nil)
        let other = OCSPQuery(about: authority.leaf, issuer: authority.intermediate, nonce: [])
        #expect(try other.encoded() != request && other.encoded().firstRange(of: OCSPFixture.nonce) == nil)
    }

    @Test("A certificate names its responder, where it has one that speaks HTTP")
    func responder() throws {
        #expect(fixture.authority.leaf.ocspResponder == "http://127.0.0.1:1/ocsp")
        #expect(fixture.authority.root.ocspResponder == nil)
        var template = fixture.delegate
        for (url, isWeb) in [("HTTPS://a.example/x", true), ("ldap://a.example/x", false), ("httpx:a", false)] {
            template.ocspResponder = url
            let certificate = try template.selfSigned(with: .p256(fixture.delegateKey))
            #expect(certificate.ocspResponder == (isWeb ? url : nil))
        }
    }

    @Test(
        "The App Store's certificates name Apple's responders",
        .enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
    func apple() throws {
        let chain = try #require(try RealChains.load().first)
        #expect(chain.count == 3)
        #expect(chain[0].ocspResponder?.hasPrefix("http://ocsp.apple.com/ocsp03-wwdrg6") == true)
        #expect(chain[1].ocspResponder == "http://ocsp.apple.com/ocsp03-applerootcag3")
        #expect(chain[2].ocspResponder == nil)
        #expect(try !OCSPQuery(about: chain[0], issuer: chain[1], nonce: OCSPFixture.nonce).encoded().isEmpty)
    }

    @Test(
        "What the issuer says is read whole",
        arguments: [
            .good, .unknown, .revoked(at: OCSPFixture.now - 86_400, reason: .keyCompromise),
            .revoked(at: OCSPFixture.now - 1, reason: nil),
            .revoked(at: OCSPFixture.now, reason: OCSPRevocationReason(rawValue: 6)),
        ] as [OCSPAnswer.Status])
    func statuses(_ status: OCSPAnswer.Status) throws {
        let template = fixture.template(status, at: OCSPFixture.now - 10)
        #expect(try fixture.judge(fixture.signed(template)) == template.answer)
    }

    @Test("A responder with a certificate of the issuer's may answer for it")
    func delegate() throws {
        let template = fixture.template()
        #expect(try fixture.judge(fixture.signed(template, byDelegate: fixture.delegate)) == template.answer)
        var plain = fixture.delegate
        plain.keyUsage = nil
        #expect(try fixture.judge(fixture.signed(template, byDelegate: plain)) == template.answer)
    }

    @Test("The certificate may be named by another hash function than it was asked by")
    func otherDigest() throws {
        for digest in [SignatureDigest.sha256, .sha384, .sha512] {
            var template = fixture.template()
            template.identifierDigest = digest
            #expect(try fixture.judge(fixture.signed(template)) == template.answer)
        }
    }

    @Test("Who is not the issuer, nor asked by it, may not answer")
    func delegation() throws {
        let other = try TestAuthority(name: "Other", notBefore: TestChain.notBefore, notAfter: TestChain.notAfter)
        let template = fixture.template()
        func fault(
            issuer: TestAuthority? = nil, key: P384PrivateKey? = nil, _ change: (inout CertificateTemplate) -> Void
        ) throws -> OCSPFault? {
            var delegate = fixture.delegate
            change(&delegate)
            return fixture.fault(
                try fixture.signed(template, byDelegate: delegate, issuer: issuer, issuerKey: key))
        }
        #expect(try fault(issuer: other) { _ in } == .signerNotAuthorized(.issuer))
        #expect(try fault(key: other.intermediateKey) { _ in } == .signerNotAuthorized(.signature))
        #expect(try fault { $0.isForOCSPSigning = false } == .signerNotAuthorized(.purpose))
        #expect(try fault { $0.keyUsage = .keyEncipherment } == .signerNotAuthorized(.keyUsage))
        #expect(try fault { $0.notBefore = OCSPFixture.now + 1 } == .signerNotAuthorized(.notYetValid))
        #expect(try fault { $0.notAfter = OCSPFixture.now - 1 } == .signerNotAuthorized(.expired))
        let unknown = CertificateExtension(oid: "1.2.3.4", isCritical: true, value: [5, 0])
        #expect(try fault { $0.extensions = [unknown] } == .signerNotAuthorized(.criticalExtension))
        // The leaf itself is issued by the issuer, too, but not for answering.
        let byLeaf = try template.signed(
            by: fixture.authority.leaf, key: .p256(fixture.authority.leafKey), answering: fixture.query.encoded())
        #expect(fixture.fault(byLeaf) == .signerNotAuthorized(.purpose))
    }

    @Test("A signer that the response does not hold is not found")
    func signerNotFound() throws {
        var template = fixture.template()
        template.holdsSigner = false
        #expect(fixture.fault(try fixture.signed(template)) == nil)
        #expect(fixture.fault(try fixture.signed(template, byDelegate: fixture.delegate)) == .signerNotFound)
    }

    @Test("A signature that does not hold, or holds under SHA-1 only, is none")
    func signatures() throws {
        var template = fixture.template()
        // Without certificates the signature is what stands last.
        template.holdsSigner = false
        var response = try fixture.signed(template)
        response[response.count - 1] ^= 1
        #expect(fixture.fault(response) == .signature)
        template.digest = nil
        #expect(fixture.fault(try fixture.signed(template)) == .signatureAlgorithm)
    }

    @Test("An answer about another certificate, or two about this one, is none")
    func certificate() throws {
        var template = fixture.template()
        template.certificate = try fixture.authority.withNewLeaf(
            notBefore: TestChain.notBefore, notAfter: TestChain.notAfter
        ).leaf
        #expect(fixture.fault(try fixture.signed(template)) == .otherCertificate)
        template = fixture.template()
        template.isRepeated = true
        #expect(fixture.fault(try fixture.signed(template)) == .ambiguous)
    }

    @Test("A missing nonce is accepted, another one is not")
    func nonces() throws {
        var template = fixture.template()
        template.nonce = .absent
        #expect(fixture.fault(try fixture.signed(template)) == nil)
        template.nonce = .other(Array(2...17))
        let response = try fixture.signed(template)
        #expect(fixture.fault(response) == .nonce)
        let without = OCSPQuery(about: fixture.authority.leaf, issuer: fixture.authority.intermediate, nonce: [])
        #expect(throws: OCSPFault.nonce) { try without.judge(response, at: OCSPFixture.now) }
    }

    @Test(
        "Dates count with five minutes of leeway, the ends included",
        arguments: [
            (0, nil), (-300, nil), (-301, .future), (3600, nil), (3900, nil), (3901, .stale), (86_400, .stale),
        ] as [(Int64, OCSPFault?)])
    func dates(_ offset: Int64, _ fault: OCSPFault?) throws {
        let response = try fixture.signed(fixture.template())
        #expect(fixture.fault(response, at: OCSPFixture.now + offset) == fault)
        // An answer that does not say how long it counts does so for an hour.
        var undated = fixture.template()
        undated.answer.nextUpdate = nil
        #expect(fixture.fault(try fixture.signed(undated), at: OCSPFixture.now + offset) == fault)
    }

    @Test("Each date is judged, and they must agree")
    func eachDate() throws {
        var late = fixture.template()
        late.answer.producedAt += 301
        #expect(fixture.fault(try fixture.signed(late)) == .future)
        late = fixture.template()
        late.answer.thisUpdate += 301
        #expect(fixture.fault(try fixture.signed(late)) == .future)
        var contrary = fixture.template()
        contrary.answer.nextUpdate = contrary.answer.thisUpdate - 1
        #expect(fixture.fault(try fixture.signed(contrary)) == .malformed)
        let strict = OCSPTolerance(leeway: 0, undatedLifetime: 0)
        let response = try fixture.signed(fixture.template())
        #expect(throws: OCSPFault.future) {
            try fixture.query.judge(response, at: OCSPFixture.now - 1, tolerance: strict)
        }
        for extreme in [Int64.min, .max] {
            #expect(throws: OCSPFault.self) {
                try fixture.query.judge(response, at: extreme, tolerance: OCSPTolerance(leeway: 1 << 62))
            }
        }
    }

    @Test(
        "A responder that does not answer says why",
        arguments: [.malformedRequest, .internalError, .tryLater, .sigRequired, .unauthorized] as [OCSPResponseStatus])
    func failures(_ status: OCSPResponseStatus) throws {
        #expect(fixture.fault(try OCSPResponseTemplate.failure(status)) == .notSuccessful(status))
    }

    @Test("What is no whole response is malformed, and what is too long is not looked at")
    func malformed() throws {
        let response = try fixture.signed(fixture.template())
        for count in 0..<response.count { #expect(fixture.fault(Array(response.prefix(count))) == .malformed) }
        #expect(fixture.fault(response + [0]) == .malformed)
        #expect(fixture.fault(Array("<html>".utf8)) == .malformed)
        // Successful, and nothing else.
        #expect(fixture.fault([0x30, 0x03, 0x0A, 0x01, 0x00]) == .malformed)
        let limit = OCSPQuery.maximumResponseBytes
        #expect(fixture.fault(response + [UInt8](repeating: 0, count: limit)) == .tooLarge(limit: limit))
    }

    @Test("No changed byte changes what is said")
    func mutations() throws {
        for response in [
            try fixture.signed(fixture.template()),
            try fixture.signed(fixture.template(), byDelegate: fixture.delegate),
        ] {
            let said = try fixture.judge(response)
            var generator = SeededGenerator(seed: 12)
            for place in response.indices {
                var changed = response
                changed[place] ^= UInt8.random(in: 1...255, using: &generator)
                if let answer = try? fixture.judge(changed) { #expect(answer == said, "byte \(place)") }
            }
        }
    }
}
