import AppStoreVerification
import EntitlementStorage
import Entitlements
import NotificationProcessing
import StrictJSON
import TestSupport
import Testing

@Suite("Ids that no store could find again")
struct LongIdentifierTests {
    private let longest = String(repeating: "7", count: 1000)
    private var tooLong: String { longest + "7" }

    @Test("The longest id is kept and found", arguments: StoreKind.allCases)
    func longest(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let uuid = String(repeating: "u", count: 1000)
            let token = String(repeating: "t", count: 1000)
            let jws = try SampleNotification.signed(
                transaction: [
                    "transactionId": .string(longest), "originalTransactionId": .string(longest),
                    "appAccountToken": .string(token), "appTransactionId": .string(longest),
                ], renewalInfo: nil, changes: ["notificationUUID": .string(uuid)])
            #expect(await processor.post(jws).outcome == .applied)
            #expect(await processor.post(jws).outcome == .duplicate)
            #expect(try await store.notification(uuid: uuid).count == 1)
            for id in [longest, token] {
                #expect(try await store.lines(ofCustomer: id, environment: "Sandbox").count == 1)
            }
        }
    }

    @Test("A longer one is refused at the door, alike for every store and for good", arguments: StoreKind.allCases)
    func refused(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let outer = await processor.post(
                try SampleNotification.signed(changes: ["notificationUUID": .string(tooLong)]))
            #expect(outer.outcome == .rejected)
            #expect(outer.failure?.code == .payloadSchema)
            for name in ["transactionId", "originalTransactionId"] {
                let inner = await processor.post(try SampleNotification.signed(transaction: [name: .string(tooLong)]))
                #expect(inner.outcome == .quarantined)
                #expect(inner.failure?.code == .payloadSchema)
                #expect(inner.failure?.path == "data.signedTransactionInfo")
            }
            #expect(try await store.versions(after: nil, limit: 10).isEmpty)
        }
    }

    @Test("A longer one that nothing depends on counts as absent", arguments: StoreKind.allCases)
    func absent(kind: StoreKind) async throws {
        try await kind.run { store in
            let processor = try NotificationProcessor.trusting(store)
            let jws = try SampleNotification.signed(
                transaction: ["appAccountToken": .string(tooLong), "appTransactionId": .string(tooLong)])
            #expect(await processor.post(jws).outcome == .applied)
            #expect(try await store.lines(ofCustomer: tooLong, environment: "Sandbox").isEmpty)
        }
    }
}
