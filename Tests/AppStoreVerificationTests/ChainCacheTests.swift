import AppStoreModels
import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport
import Testing

@testable import AppStoreVerification

@Suite("Remembered chains")
struct ChainCacheTests {
    private let signer: TestSigner
    private let verifier: SignedDataVerifier

    init() throws {
        signer = try TestSigner.shared()
        verifier = try SignedDataVerifier(
            VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [signer.root]))
    }

    /// A transaction under a header of its own.
    private func jws(_ kid: String, _ payload: JSONValue = SamplePayload.transaction()) throws -> [UInt8] {
        let certificates = signer.authority.chain.map { JSONValue.string(Base64.encode($0.der)) }
        let header: JSONValue = ["alg": "ES256", "kid": .string(kid), "x5c": .array(certificates)]
        let text = try JWSSigner(key: signer.authority.leafKey, header: header)
            .sign(payload: JSONWriter().bytes(payload))
        return [UInt8](text.utf8)
    }

    private func chain(_ jws: [UInt8]) throws -> VerifiedChain {
        try verifier.verify(jws, now: SamplePayload.signedDate).chain
    }

    @Test("Certificates seen before are not parsed again, under the same header or another")
    func identity() throws {
        let first = try chain(jws("a"))
        #expect(try chain(jws("a")) === first)
        #expect(try chain(jws("b")) === first)
        #expect(verifier.cache.count == 2)
        let other = try SignedDataVerifier(verifier.configuration)
        #expect(try other.verify(jws("a"), now: 0).chain !== first)
    }

    @Test("A header is remembered once a signature under it held, and not before")
    func signatures() throws {
        let sound = try jws("a")
        let failure = #expect(throws: VerificationFailure.self) { try chain(sound.dropLast(4) + Array("AAAA".utf8)) }
        #expect(failure?.code == .signatureInvalid)
        #expect(verifier.cache.count == 0)
        _ = verifier.explain(sound, now: SamplePayload.signedDate)
        #expect(verifier.cache.count == 0)
        _ = try chain(sound)
        #expect(verifier.cache.count == 1)
        #expect(throws: VerificationFailure.self) { try chain(sound.dropLast(4) + Array("AAAA".utf8)) }
    }

    @Test("It is bounded, and what was not used for longest goes first")
    func bound() throws {
        let kept = try jws("kept")
        _ = try chain(kept)
        for number in 0..<100 {
            _ = try chain(jws("\(number)"))
            _ = try chain(kept)
            #expect(verifier.cache.count == min(number + 2, 32))
        }
        #expect(try verifier.cache.chain(for: CompactJWS(parsing: kept).headerSegment) != nil)
        #expect(try verifier.cache.chain(for: CompactJWS(parsing: jws("0")).headerSegment) == nil)
        #expect(try verifier.cache.chain(for: CompactJWS(parsing: jws("99")).headerSegment) != nil)
    }

    @Test("Dates are judged for every payload, remembered or not")
    func dates() throws {
        _ = try chain(jws("a"))
        let late = SamplePayload.transaction(["signedDate": .integer((TestSigner.notAfter + 1) * 1000)])
        let failure = #expect(throws: VerificationFailure.self) { try chain(jws("a", late)) }
        #expect(failure?.code == .chainExpired)
    }

    @Test("Many tasks may use it at once")
    func tasks() async throws {
        let inputs = try (0..<48).map { try jws("\($0)") }
        let verifier = verifier
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<inputs.count {
                        let input = inputs[(number * 7 + task) % inputs.count]
                        #expect(throws: Never.self) { try verifier.verify(input, now: SamplePayload.signedDate) }
                    }
                }
            }
        }
        #expect(verifier.cache.count == 32)
    }
}
