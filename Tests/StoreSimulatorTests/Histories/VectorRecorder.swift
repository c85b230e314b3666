import AppStoreVerification
import EntitlementStorage
import Entitlements
import NotificationProcessing
import OpenSSLCrypto
import StoreSimulator
import TestSupport

/// Records vectors from the simulated store.
struct VectorRecorder {
    private let signer: PayloadSigner
    private let root: Certificate

    /// Vectors are verified this long after the last signature, in milliseconds.
    private static let delay: Int64 = 60_000

    /// Signs under a new, worthless authority.
    init() throws {
        let chain = try SigningChain.appStore(
            name: "Vectors", from: TestStore.start - TestStore.day, to: TestStore.start + 3650 * TestStore.day)
        signer = PayloadSigner(PayloadWriter(app: SimulatedApp(bundleId: "com.example.app")), chain: chain)
        root = chain.anchors[0]
    }

    /// Takes notifications into a store, and hands over the outcome of the last.
    @discardableResult
    private func process(_ signed: [String], into store: any EntitlementStore, at time: Int64) async throws -> String? {
        let verifier = try SignedDataVerifier(VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [root]))
        let processor = NotificationProcessor(verifier: verifier, store: store, now: { time })
        var outcome: String?
        for jws in signed {
            outcome = await processor.process(PayloadSigner.body(of: jws), source: .appStore).outcome?.rawValue
        }
        return outcome
    }

    /// The vector of a pair: its notification, and all that the store sent before.
    func vector(of pair: NotificationPair) async throws -> NotificationVector {
        var happened = TestStore()
        try pair.happens(&happened)
        let notifications = happened.happened.notifications
        guard let place = notifications.lastIndex(where: { $0.name == pair.name }) else {
            throw VerificationVector.FormatError("\(pair.name) does not come about")
        }
        let date = notifications[place].signedDate
        let earlier = try signer.sign(Array(notifications[..<place]))
        let signed = try signer.sign(notifications[place])
        let time = date + Self.delay
        let store = MemoryStore()
        try await process(earlier, into: store, at: time)
        // Right away, soon, after a period, and when all is over.
        let dates = [0, 10, 35, 100].map { date + Int64($0) * TestStore.day }
        var effects: [NotificationVector.Effect] = []
        for date in dates {
            let before = try await VectorAnswer.answers(of: store, at: date)
            effects.append(NotificationVector.Effect(date: date, before: before, after: []))
        }
        let outcome = try await process([signed], into: store, at: time) ?? "none"
        for place in effects.indices {
            effects[place].after = try await VectorAnswer.answers(of: store, at: effects[place].date)
        }
        return NotificationVector(
            name: pair.name, root: root.der, validationTime: time, earlier: earlier, signedPayload: signed,
            outcome: outcome, effects: effects)
    }

    /// The vector of a sequence.
    func vector(of sequence: NotificationSequence) async throws -> SequenceVector {
        var happened = TestStore()
        try sequence.happens(&happened)
        let notifications = happened.happened.notifications
        let signed = try signer.sign(notifications)
        let time = (notifications.last?.signedDate ?? TestStore.start) + Self.delay
        let store = MemoryStore()
        try await process(signed, into: store, at: time)
        var answers: [SequenceVector.Answers] = []
        for date in notifications.map(\.signedDate) + [happened.world.now, happened.world.now + 400 * TestStore.day]
        where answers.last?.date != date {
            answers.append(
                SequenceVector.Answers(date: date, answers: try await VectorAnswer.answers(of: store, at: date)))
        }
        return SequenceVector(
            name: sequence.name, comment: sequence.comment, root: root.der, validationTime: time,
            signedPayloads: signed, orders: Self.orders(of: signed.count), answers: answers,
            facts: try await store.digests().facts)
    }

    /// In order, backwards, each twice, the last first, and some by lot with duplicates.
    private static func orders(of count: Int) -> [[Int]] {
        let all = Array(0..<count)
        var numbers = SeededNumbers(seed: UInt64(count))
        let drawn = (0..<4).map { _ in (all + all.shuffled(using: &numbers).prefix(2)).shuffled(using: &numbers) }
        return [all, Array(all.reversed()), all.flatMap { [$0, $0] }, all.suffix(1) + all.dropLast() + all.prefix(1)]
            + drawn
    }
}
