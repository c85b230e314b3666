internal import AppStoreModels
package import AppStoreVerification
package import EntitlementStorage
internal import Entitlements

/// Verifies what arrives, turns it into facts and commits it: the one way into the store.
package final class NotificationProcessor: Sendable {
    /// Verifies every input.
    package let verifier: SignedDataVerifier
    /// Learns whether certificates were revoked; nil asks nobody.
    package let revocation: RevocationChecker?
    /// Keeps what was verified.
    package let store: any EntitlementStore
    private let committer: GroupCommitter
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - verifier: Verifies every input.
    ///   - store: Keeps what was verified.
    ///   - revocation: Learns whether certificates were revoked; nil asks nobody.
    ///   - capacity: How many deliveries may wait for the store; past it they are told to come again.
    ///   - groupSize: How many deliveries share one transaction at most.
    ///   - now: The present, in milliseconds since 1970-01-01T00:00:00Z.
    package init(
        verifier: SignedDataVerifier, store: any EntitlementStore, revocation: RevocationChecker? = nil,
        capacity: Int = 4096, groupSize: Int = 256, now: @escaping @Sendable () -> Int64
    ) {
        self.verifier = verifier
        self.revocation = revocation
        self.store = store
        committer = GroupCommitter(store: store, capacity: capacity, groupSize: groupSize)
        self.now = now
    }

    /// Takes the body of a notification: verifies it, commits it, and reports when it is durable.
    package func process(_ body: [UInt8], source: DeliverySource) async -> ProcessingReport {
        await commit(await judge(ArrivedInput(.body(body), source: source)))
    }

    /// Takes a transaction that a client holds, for the moment before its notification arrives.
    package func process(clientTransaction jws: [UInt8]) async -> ProcessingReport {
        await commit(await judge(ArrivedInput(.transaction(jws), source: .client)))
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
                    var judged: [(index: Int, delivery: JudgedDelivery)] = []
                    for index in stride(from: lane, to: inputs.count, by: lanes) {
                        judged.append((index, await self.judge(inputs[index])))
                    }
                    return judged
                }
            }
            var judged: [(index: Int, delivery: JudgedDelivery)] = []
            for await lane in group { judged += lane }
            return PreparedBatch(deliveries: judged.sorted { $0.index < $1.index }.map(\.delivery))
        }
    }

    /// Commits what was prepared in the order of its bodies, in one transaction.
    ///
    /// What could not be judged is left out, and its report has no outcome.
    package func commit(_ batch: PreparedBatch) async throws(StoreError) -> [ProcessingReport] {
        var results = try await store.commit(batch.submissions)[...]
        return batch.deliveries.compactMap { delivery in
            guard delivery.submission != nil else { return delivery.report }
            return results.popFirst().map { delivery.report(with: $0) }
        }
    }

    /// How many deliveries wait for the store, and how many were committed.
    package var statistics: CommitStatistics {
        get async { await committer.statistics }
    }

    /// Returns when every delivery that was taken has been answered.
    package func flush() async { await committer.flush() }

    private func commit(_ judged: JudgedDelivery) async -> ProcessingReport {
        guard let submission = judged.submission else { return judged.report }
        do {
            return judged.report(with: try await committer.commit(submission))
        } catch {
            var report = judged.report
            report.storeError = error
            return report
        }
    }

    private func judge(_ input: ArrivedInput) async -> JudgedDelivery {
        let judgement = verify(input)
        guard let revocation, case .success(let payload) = judgement.result else { return judgement.delivery() }
        return judgement.delivery(await revocation.check(payload))
    }

    private func verify(_ input: ArrivedInput) -> Judgement {
        let receivedAt = input.receivedAt ?? now()
        let (whole, kind): ([UInt8], PayloadKind) =
            switch input.content {
            case .body(let body): (body, .notification)
            case .notification(let jws): (jws, .notification)
            case .transaction(let jws): (jws, .transaction)
            case .renewalInfo(let jws, _): (jws, .renewalInfo)
            case .appTransaction(let jws): (jws, .appTransaction)
            }
        var label: String?
        do throws(VerificationFailure) {
            var jws = whole
            if case .body(let body) = input.content {
                switch try NotificationBody(body, acceptsBareJWS: input.source != .appStore) {
                case .foreign(let found):
                    label = found.rawValue
                    throw NotificationProcessor.failure(found)
                case .signedPayload(let found): jws = found
                }
            }
            let payload = try verifier.verify(jws, as: kind, now: receivedAt)
            var bundleId: String?
            if case .renewalInfo(_, let named) = input.content {
                try verifier.requireApp(named)
                bundleId = named
            }
            return Judgement(
                whole: whole, receivedAt: receivedAt, source: input.source, bundleId: bundleId,
                result: .success(payload))
        } catch {
            return Judgement(
                whole: whole, receivedAt: receivedAt, source: input.source, label: label, result: .failure(error))
        }
    }

}

extension SignedDataVerifier {
    /// Checks the app of a payload that names none itself.
    fileprivate func requireApp(_ bundleId: String) throws(VerificationFailure) {
        let apps = configuration.apps
        guard apps.isEmpty || apps.contains(where: { $0.bundleId.utf8.elementsEqual(bundleId.utf8) }) else {
            throw VerificationFailure(
                .appBundleID, "the payload is said to be about another app",
                expected: apps.map(\.bundleId).joined(separator: " or "), got: bundleId)
        }
    }
}

extension NotificationProcessor {
    private static func failure(_ label: NotificationBody.Label) -> VerificationFailure {
        VerificationFailure(
            .inputKind, "the body is a \(label.rawValue)", expected: "a notification of version 2",
            got: label.rawValue,
            hint: "set the version to 2 in App Store Connect, or give such events an endpoint of their own")
    }
}
