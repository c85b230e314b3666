import AppStoreVerification
import EntitlementStorage
import Entitlements
import NotificationProcessing
import OpenSSLCrypto
import TestSupport
import Testing

@Suite("Vectors of notifications")
struct NotificationVectorTests {
    @Test(
        "Each pair of type and subtype has its outcome, and its state at the moment of signing",
        arguments: StoreKind.allCases)
    func pairs(kind: StoreKind) async throws {
        let vectors = try VerificationVector.load("notifications")
        // The pairs of Apple's page; see the table of notification types.
        #expect(vectors.count == 39)
        for vector in vectors {
            try await kind.run { store in
                let verifier = try SignedDataVerifier(
                    VerifierConfiguration(
                        trustsBuiltInRoots: false, addedRoots: try vector.trust.roots.map { try Certificate(der: $0) }))
                let processor = NotificationProcessor(verifier: verifier, store: store, now: { vector.validationTime })
                let report = await processor.post(vector.input)
                let name = Comment(rawValue: vector.name)
                #expect(report.outcome?.rawValue == vector.outcome, name)
                let summary = report.summary
                #expect([summary.type, summary.subtype].compactMap { $0 }.joined(separator: ".") == vector.name, name)
                let date = try #require(summary.signedDate)
                let lines = try await store.lines(after: nil, environment: nil, limit: 10)
                let answers = lines.flatMap {
                    Evaluator.evaluate($0, configuration: EvaluationConfiguration(), now: date)
                }
                #expect(answers.map(\.state.rawValue) == [vector.state].compactMap { $0 }, name)
                #expect(await processor.post(vector.input).outcome == .duplicate, name)
            }
        }
    }
}
