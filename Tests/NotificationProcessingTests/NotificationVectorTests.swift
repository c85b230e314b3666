import AppStoreVerification
import EntitlementStorage
import Entitlements
import NotificationProcessing
import OpenSSLCrypto
import TestSupport
import Testing

/// Recorded notifications, replayed with nothing but a verifier, a processor, a store and the evaluator.
@Suite("Vectors of notifications")
struct NotificationVectorTests {
    private static func processor(
        _ root: [UInt8], _ store: any EntitlementStore, at time: Int64
    ) throws -> NotificationProcessor {
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [try Certificate(der: root)]))
        return NotificationProcessor(verifier: verifier, store: store, now: { time })
    }

    @Test("Every pair of Apple's table has a vector")
    func complete() throws {
        #expect(try NotificationVector.names().count == 39)
    }

    @Test("A notification has its outcome and its effect on the answers", arguments: try NotificationVector.names())
    func effect(_ name: String) async throws {
        let vector = try NotificationVector(named: name)
        for kind in StoreKind.allCases {
            try await kind.run { store in
                let processor = try Self.processor(vector.root, store, at: vector.validationTime)
                for earlier in vector.earlier { #expect(await processor.post(earlier).outcome?.isAccepted == true) }
                for effect in vector.effects {
                    #expect(try await VectorAnswer.answers(of: store, at: effect.date) == effect.before)
                }
                let report = await processor.post(vector.signedPayload)
                #expect(report.outcome?.rawValue == vector.outcome)
                #expect(report.failure == nil && !report.isFlagged)
                let summary = report.summary
                #expect([summary.type, summary.subtype].compactMap { $0 }.joined(separator: ".") == name)
                for effect in vector.effects {
                    #expect(try await VectorAnswer.answers(of: store, at: effect.date) == effect.after)
                }
                #expect(await processor.post(vector.signedPayload).outcome == .duplicate)
            }
        }
    }

    @Test("A sequence ends alike in every order, with every repetition", arguments: try SequenceVector.names())
    func sequence(_ name: String) async throws {
        let vector = try SequenceVector(named: name)
        #expect(vector.name == name && vector.orders.count > 3)
        for (number, order) in vector.orders.enumerated() {
            // SQLite takes longer; it gets the first orders.
            for kind in StoreKind.allCases where kind == .memory || number < 3 {
                try await kind.run { store in
                    let processor = try Self.processor(vector.root, store, at: vector.validationTime)
                    for place in order {
                        #expect(await processor.post(vector.signedPayloads[place]).outcome?.isAccepted == true)
                    }
                    for answers in vector.answers {
                        #expect(try await VectorAnswer.answers(of: store, at: answers.date) == answers.answers)
                    }
                    #expect(try await store.digests().facts == vector.facts)
                }
            }
        }
    }
}

extension ProcessingOutcome {
    fileprivate var isAccepted: Bool {
        switch self {
        case .applied, .superseded, .recorded, .duplicate: true
        case .rejected, .quarantined: false
        }
    }
}
