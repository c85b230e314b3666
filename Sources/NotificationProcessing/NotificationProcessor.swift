internal import AppStoreModels
package import AppStoreVerification
package import EntitlementStorage
internal import Entitlements

/// Verifies what arrives, turns it into facts and commits it: the one way into the store.
package final class NotificationProcessor: Sendable {
    /// Verifies every input.
    package let verifier: SignedDataVerifier
    /// Keeps what was verified.
    package let store: any EntitlementStore
    private let committer: GroupCommitter
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - verifier: Verifies every input.
    ///   - store: Keeps what was verified.
    ///   - capacity: How many deliveries may wait for the store; past it they are told to come again.
    ///   - groupSize: How many deliveries share one transaction at most.
    ///   - now: The present, in milliseconds since 1970-01-01T00:00:00Z.
    package init(
        verifier: SignedDataVerifier, store: any EntitlementStore, capacity: Int = 4096, groupSize: Int = 256,
        now: @escaping @Sendable () -> Int64
    ) {
        self.verifier = verifier
        self.store = store
        committer = GroupCommitter(store: store, capacity: capacity, groupSize: groupSize)
        self.now = now
    }

    /// Takes the body of a notification: verifies it, commits it, and reports when it is durable.
    package func process(_ body: [UInt8], source: DeliverySource) async -> ProcessingReport {
        await commit(judge(ArrivedInput(.body(body), source: source)))
    }

    /// Takes a transaction that a client holds, for the moment before its notification arrives.
    package func process(clientTransaction jws: [UInt8]) async -> ProcessingReport {
        await commit(judge(ArrivedInput(.transaction(jws), source: .client)))
    }

    /// Verifies several bodies, side by side; nothing reaches the store before they are committed.
    package func prepare(batch bodies: [[UInt8]], source: DeliverySource) async -> PreparedBatch {
        await prepare(batch: bodies.map { ArrivedInput(.body($0), source: source) })
    }

    /// Verifies several inputs, side by side; nothing reaches the store before they are committed.
    package func prepare(batch inputs: [ArrivedInput]) async -> PreparedBatch {
        await withTaskGroup(of: [(index: Int, delivery: JudgedDelivery)].self) { group in
            let lanes = min(4, inputs.count)
            for lane in 0..<lanes {
                group.addTask {
                    stride(from: lane, to: inputs.count, by: lanes).map { ($0, self.judge(inputs[$0])) }
                }
            }
            var judged: [(index: Int, delivery: JudgedDelivery)] = []
            for await lane in group { judged += lane }
            return PreparedBatch(deliveries: judged.sorted { $0.index < $1.index }.map(\.delivery))
        }
    }

    /// Commits what was prepared in the order of its bodies, in one transaction.
    package func commit(_ batch: PreparedBatch) async throws(StoreError) -> [ProcessingReport] {
        let results = try await store.commit(batch.deliveries.map(\.submission))
        return zip(batch.deliveries, results).map { $0.report(with: $1) }
    }

    /// How many deliveries wait for the store, and how many were committed.
    package var statistics: CommitStatistics {
        get async { await committer.statistics }
    }

    /// Returns when every delivery that was taken has been answered.
    package func flush() async { await committer.flush() }

    private func commit(_ judged: JudgedDelivery) async -> ProcessingReport {
        do {
            return judged.report(with: try await committer.commit(judged.submission))
        } catch {
            var report = judged.report
            report.storeError = error
            return report
        }
    }

    private func judge(_ input: ArrivedInput) -> JudgedDelivery {
        let receivedAt = input.receivedAt ?? now()
        switch input.content {
        case .body(let body): return judge(body: body, at: receivedAt, from: input.source)
        case .notification(let jws): return judge(notification: jws, at: receivedAt, from: input.source, whole: jws)
        case .transaction(let jws): return judge(transaction: jws, at: receivedAt, from: input.source)
        }
    }

    private func judge(body: [UInt8], at receivedAt: Int64, from source: DeliverySource) -> JudgedDelivery {
        do throws(VerificationFailure) {
            switch try NotificationBody(body, acceptsBareJWS: source != .appStore) {
            case .foreign(let label):
                let failure = VerificationFailure(
                    .inputKind, "the body is a \(label.rawValue)", expected: "a notification of version 2",
                    got: label.rawValue,
                    hint: "set the version to 2 in App Store Connect, or give such events an endpoint of their own")
                return JudgedDelivery(rejected: body, failure, label: label.rawValue, at: receivedAt, from: source)
            case .signedPayload(let jws):
                return judge(notification: jws, at: receivedAt, from: source, whole: body)
            }
        } catch {
            return JudgedDelivery(rejected: body, error, at: receivedAt, from: source)
        }
    }

    /// Judges the JWS of a notification; `whole` is what is kept when it is rejected.
    private func judge(
        notification jws: [UInt8], at receivedAt: Int64, from source: DeliverySource, whole: [UInt8]
    ) -> JudgedDelivery {
        do throws(VerificationFailure) {
            let verified = try verifier.verify(jws, as: .notification, now: receivedAt)
            guard case .notification(let notification) = verified else {
                throw VerificationFailure(.payloadKind, "the payload is of another kind", got: verified.kind.rawValue)
            }
            return JudgedDelivery(notification, at: receivedAt, from: source)
        } catch {
            return JudgedDelivery(rejected: whole, error, at: receivedAt, from: source)
        }
    }

    private func judge(
        transaction jws: [UInt8], at receivedAt: Int64, from source: DeliverySource
    ) -> JudgedDelivery {
        do throws(VerificationFailure) {
            let verified = try verifier.verify(jws, as: .transaction, now: receivedAt)
            guard case .transaction(let transaction) = verified else {
                throw VerificationFailure(.payloadKind, "the payload is of another kind", got: verified.kind.rawValue)
            }
            return JudgedDelivery(transaction, at: receivedAt, from: source)
        } catch {
            return JudgedDelivery(rejected: jws, error, at: receivedAt, from: source)
        }
    }
}
