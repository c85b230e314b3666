import AppStoreVerification
import Entitlements
import EntitlementStorage
import NotificationProcessing
import OpenSSLCrypto
import StrictJSON
import Synchronization
import Testing
import TestSupport

@Suite("Many deliveries at once")
struct ConcurrencyTests {
    @Test("Of hundreds of deliveries of one notification exactly one is applied", arguments: StoreKind.allCases)
    func duplicates(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let body = TestSigner.body(try SampleNotification.signed())
            let outcomes = await withTaskGroup(of: ProcessingOutcome?.self) { group in
                for _ in 0..<300 {
                    group.addTask { await processor.process(body, source: .appStore).outcome }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(outcomes == [.applied: 1, .duplicate: 299])
            let statistics = await processor.statistics
            #expect(statistics.submissions == 300)
            #expect(statistics.waiting == 0)
        }
    }

    @Test("A client and a notification at the same moment make one line", arguments: StoreKind.allCases)
    func clientAndNotification(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let transaction = try TestSigner.shared().sign(SamplePayload.transaction())
            let body = TestSigner.body(
                try TestSigner.shared().sign(
                    SamplePayload.notification(data: ["signedTransactionInfo": .string(transaction)])))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask { _ = await processor.process(body, source: .appStore) }
                    group.addTask { _ = await processor.process(clientTransaction: [UInt8](transaction.utf8)) }
                }
            }
            #expect(try await store.lines(after: nil, environment: nil, limit: 10).count == 1)
            // The transaction, the status and the notification.
            #expect(try await store.versions(after: nil, limit: 10).count == 3)
        }
    }

    @Test("Past the bound of the queue the store is full, and what waits is still committed")
    func bound() async throws {
        let gate = Gate()
        let store = HookedStore { await gate.pass() }
        let processor = try NotificationProcessor.trusting(store, capacity: 3, groupSize: 1)
        let bodies = try (1...5).map { TestSigner.body(try SampleNotification.signed(uuid: $0)) }
        // One at the gate, three waiting behind it.
        let taken = bodies[..<4].map { body in Task { await processor.process(body, source: .appStore) } }
        while await processor.statistics.waiting < 3 { await Task.yield() }
        let refused = await processor.process(bodies[4], source: .appStore)
        #expect(refused.outcome == nil)
        #expect(refused.storeError == .full(reason: "3 submissions are waiting"))
        #expect(refused.storeError?.code == "store.full")
        await gate.open()
        for task in taken { #expect(await task.value.outcome != nil) }
        await processor.flush()
        #expect(await processor.statistics.waiting == 0)
        #expect(await processor.process(bodies[4], source: .appStore).outcome != nil)
        #expect(try await store.notifications(NotificationQuery(limit: 10)).count == 5)
    }

    @Test("What waits together is committed together")
    func groups() async throws {
        let gate = Gate()
        let processor = try NotificationProcessor.trusting(HookedStore { await gate.pass() }, groupSize: 64)
        let bodies = try (1...21).map { TestSigner.body(try SampleNotification.signed(uuid: $0)) }
        let first = Task { await processor.process(bodies[0], source: .appStore) }
        await gate.arrivals(1)
        let others = bodies[1...].map { body in Task { await processor.process(body, source: .appStore) } }
        while await processor.statistics.waiting < 20 { await Task.yield() }
        await gate.open()
        #expect(await first.value.outcome == .applied)
        for task in others { #expect(await task.value.outcome != nil) }
        let statistics = await processor.statistics
        #expect(statistics.groups == 2)
        #expect(statistics.submissions == 21)
    }

    @Test("A store with two writers gets a second group when enough waits, and no third")
    func sideBySide() async throws {
        let gate = Gate()
        let store = HookedStore(commitConcurrency: 2) { await gate.pass() }
        let processor = try NotificationProcessor.trusting(store, groupSize: 64)
        let bodies = try (1...108).map { TestSigner.body(try SampleNotification.signed(uuid: $0)) }
        let first = Task { await processor.process(bodies[0], source: .appStore) }
        await gate.arrivals(1)
        // Sixty-three are too few for a group of their own; with the next it begins.
        var others = bodies[1...63].map { body in Task { await processor.process(body, source: .appStore) } }
        while await processor.statistics.waiting < 63 { await Task.yield() }
        others.append(Task { await processor.process(bodies[64], source: .appStore) })
        await gate.arrivals(2)
        others += bodies[65...].map { body in Task { await processor.process(body, source: .appStore) } }
        while await processor.statistics.waiting < 43 { await Task.yield() }
        await gate.open()
        #expect(await first.value.outcome == .applied)
        for task in others { #expect(await task.value.outcome != nil) }
        await processor.flush()
        let statistics = await processor.statistics
        #expect(statistics.waiting == 0)
        #expect(statistics.submissions == 108)
        #expect(statistics.groups == 3)
    }

    @Test("A store that cannot be used leaves the outcome open")
    func unavailable() async throws {
        let store = HookedStore { () throws(StoreError) in throw .unavailable(reason: "locked") }
        let processor = try NotificationProcessor.trusting(store)
        let body = TestSigner.body(try SampleNotification.signed())
        for report in [
            await processor.process(body, source: .appStore), await processor.process([], source: .appStore),
        ] {
            #expect(report.outcome == nil)
            #expect(report.storeError == .unavailable(reason: "locked"))
        }
        await #expect(throws: StoreError.unavailable(reason: "locked")) {
            try await processor.commit(processor.prepare(batch: [body], source: .ingest))
        }
        await processor.flush()
        #expect(await processor.statistics.submissions == 0)
    }

    @Test("One delivery that the store cannot take does not keep the others out")
    func poison() async throws {
        let gate = Gate()
        let calls = Mutex(0)
        // The first call is the one before the group, the second the group, the fourth the group's second member.
        let store = HookedStore { () throws(StoreError) in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if call == 1 { await gate.pass() }
            if call == 2 || call == 4 { throw .defect("not this one") }
        }
        let processor = try NotificationProcessor.trusting(store)
        let bodies = try (1...4).map { TestSigner.body(try SampleNotification.signed(uuid: $0)) }
        let first = Task { await processor.process(bodies[0], source: .appStore) }
        await gate.arrivals(1)
        let others = bodies[1...].map { body in Task { await processor.process(body, source: .appStore) } }
        while await processor.statistics.waiting < 3 { await Task.yield() }
        await gate.open()
        #expect(await first.value.storeError == nil)
        var errors: [StoreError?] = []
        for task in others { errors.append(await task.value.storeError) }
        #expect(errors.compactMap { $0 } == [.defect("not this one")])
        #expect(try await store.notifications(NotificationQuery(limit: 10)).count == 3)
        #expect(await processor.statistics.submissions == 3)
    }
}
