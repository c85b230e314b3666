internal import AppStoreModels
internal import EntitlementStorage
internal import Entitlements
internal import JWS
internal import StoreSimulator
internal import StrictJSON
internal import TestSupport
internal import Testing

@testable import Service

@Suite("Comparing with the App Store in the background", .timeLimit(.minutes(30)))
struct LineWatchTests {
    private func buy(_ watched: WatchedStore) async throws -> [[UInt8]] {
        try await watched.perform(.buy(PurchaseRequest(customer: "ann", product: "pro")))
        return watched.sent()
    }

    @Test("A renewal of which nobody told is found when the clock ends the line")
    func pastEnd() async throws {
        try await WatchedStore.with { watched in
            await watched.take(try await buy(watched))
            let watch = try watched.watch()
            await watch.round()
            #expect(watched.counts == ReconcileCounts())
            try await watched.wait(days: 32)
            #expect(!watched.sent().isEmpty)
            _ = try await watched.store.sweep(at: watched.session.now, limit: 10)
            #expect(try await watched.states() == [.expired])
            await watch.round()
            #expect(try await watched.states() == [.active])
            let counts = watched.counts
            #expect(counts.checked == ["past-end": 1])
            #expect(counts.differences == ["missing": 1])
            #expect((counts.taken["applied"] ?? 0) > 0 && counts.unchecked == 0 && counts.requests == 2)
            // The line is entitled again, and what was found is not looked for once more.
            await watch.round()
            #expect(watched.counts == counts)
            let version = try await watched.store.lines(after: nil, environment: nil, limit: 1).first?.versions.last
            let identity = try #require(version?.identity)
            #expect(try await watched.store.texts(of: identity).map(\.source).contains(.serverAPI))
        }
    }

    @Test("What a quarantined notification claims is asked about, and only the answer counts")
    func quarantined() async throws {
        try await WatchedStore.with { watched in
            let body = try #require(try await buy(watched).first)
            let outer = try #require(try JSONDocument(parsing: body).root["signedPayload"]?.string)
            let payload = try Base64URL.decode(String(outer.split(separator: ".")[1]))
            let original = try #require(ClaimedLine.originalTransactionId(inNotification: payload))
            let claim = #"{"originalTransactionId":"\#(original)"}"#
            let damaged = "e30.\(Base64URL.encode(Array(claim.utf8))).AAAA"
            _ = try await watched.store.commit([
                .quarantined(Self.quarantined(claiming: damaged, in: watched, uuid: "q-1"))
            ])
            let watch = try watched.watch()
            await watch.round()
            #expect(watched.counts.checked == ["quarantined": 1])
            #expect(watched.counts.differences == ["unknown-here": 1])
            #expect(try await watched.states() == [.active])
            let lines = try await watched.store.lines(after: nil, environment: nil, limit: 9)
            #expect(lines.map(\.line.originalTransactionId) == [original])
        }
    }

    private static func quarantined(
        claiming transaction: String, in watched: WatchedStore, uuid: String
    ) -> QuarantinedDelivery {
        let payload = JSONWriter().bytes(["data": ["signedTransactionInfo": .string(transaction)]])
        return QuarantinedDelivery(
            scope: AppScope(environment: "Production", bundleId: "com.example.app"),
            notification: NotificationHeader(
                uuid: uuid, type: "SUBSCRIBED", subtype: nil, signedDate: watched.session.now, digest: .zero),
            text: SignedText(headerSegment: Array("e30".utf8), payload: payload, signature: [1]),
            failure: DeliveryFailure(code: "signature.invalid", path: "data.signedTransactionInfo", message: "bad"),
            receivedAt: watched.session.now, source: .appStore)
    }

    @Test("Samples come to every line in turn, and find a refund of which nobody told")
    func samples() async throws {
        try await WatchedStore.with { watched in
            for customer in ["ann", "bob"] {
                try await watched.perform(.buy(PurchaseRequest(customer: customer, product: "pro")))
            }
            await watched.take(watched.sent())
            try await watched.perform(.refund(.purchase(customer: "bob"), reason: .other, percentage: nil))
            #expect(watched.sent().count == 1)
            let watch = try watched.watch(samples: 60)
            // One line at a time: a minute brings one.
            await watch.round()
            #expect(watched.counts.checked == ["sample": 1])
            try await watched.wait(days: 1)
            await watch.round()
            #expect((watched.counts.checked["sample"] ?? 0) >= 2)
            #expect(watched.counts.differences == ["refund": 1])
            #expect(try await watched.states().sorted { $0.rawValue < $1.rawValue } == [.active, .revoked])
        }
    }

    @Test("The budget of an hour is kept, and what it leaves waits")
    func budget() async throws {
        try await WatchedStore.with { watched in
            for number in 0..<5 {
                try await watched.perform(.buy(PurchaseRequest(customer: "c\(number)", product: "pro")))
            }
            await watched.take(watched.sent())
            let watch = try watched.watch(requestsPerHour: 60)
            await watch.round()
            try await watched.wait(days: 32)
            _ = try await watched.store.sweep(at: watched.session.now, limit: 10)
            // An hour's worth has gathered: sixty requests, of which five lines need ten.
            await watch.round()
            #expect(watched.counts.checked == ["past-end": 5] && watched.counts.requests == 10)
            let other = try watched.watch(requestsPerHour: 60)
            await other.round()
            #expect(watched.counts.requests == 10)
        }
    }

    @Test("A key that is refused leaves the App Store alone for a while, and the lines wait")
    func refused() async throws {
        try await WatchedStore.with { watched in
            await watched.take(try await buy(watched))
            let watch = try watched.watch(withOtherKey: true)
            await watch.round()
            try await watched.wait(days: 32)
            _ = try await watched.store.sweep(at: watched.session.now, limit: 10)
            await watch.round()
            #expect(watched.failures.map(\.code) == ["api.unavailable"])
            #expect(watched.failures.first?.task == "reconcile")
            let requests = watched.counts.requests
            await watch.round()
            #expect(watched.counts.requests == requests && watched.failures.count == 1)
            #expect(watched.counts.checked.isEmpty && watched.counts.differences.isEmpty)
        }
    }

    // MARK: - The parts

    @Test("An allowance comes evenly, is kept for an hour, and loses nothing to rounding")
    func allowance() {
        var allowance = HourlyAllowance(perHour: 90, at: 0)
        #expect(allowance.whole == 1)
        allowance.spend(1)
        for step in 1...60 { allowance.refill(at: Int64(step) * 40_000) }
        // Forty minutes, and half a request from the first minute.
        #expect(allowance.whole == 60)
        allowance.refill(at: 1_000_000_000)
        #expect(allowance.whole == 90)
        allowance.refill(at: 0)
        #expect(allowance.whole == 90)
        allowance.spend(100)
        #expect(allowance.whole < 1)
        #expect(HourlyAllowance(perHour: 0, at: 5).whole == 0)
    }

    @Test("Each line waits once, not longer than it must, and not without bound")
    func queue() {
        func line(_ id: Int) -> LineIdentity {
            LineIdentity(scope: AppScope(environment: "Production", bundleId: "a"), originalTransactionId: "\(id)")
        }
        var queue = SuspectQueue()
        queue.add(.init(line: line(2), reason: .pastEnd, due: 20))
        queue.add(.init(line: line(1), reason: .pastEnd, due: 10))
        queue.add(.init(line: line(1), reason: .sample, due: 0))
        #expect(queue.count == 2)
        #expect(queue.take(9, at: 9).isEmpty)
        #expect(queue.take(9, at: 15).map(\.line) == [line(1)])
        #expect(queue.take(9, at: 20).map(\.line) == [line(2)])
        var taken = 0
        for number in 0...SuspectQueue.limit {
            let hasRoom = queue.add(.init(line: line(number), reason: .pastEnd, due: 0))
            taken += hasRoom ? 1 : 0
        }
        #expect(taken == SuspectQueue.limit)
        // What waits already needs no room.
        let isKnown = queue.add(.init(line: line(5), reason: .pastEnd, due: 0))
        #expect(isKnown)
    }

    @Test(
        "Only what may be an id is asked about",
        arguments: [
            (#"{"originalTransactionId":"2000000123"}"#, "2000000123"), (#"{"originalTransactionId":"../../x"}"#, nil),
            (#"{"originalTransactionId":""}"#, nil), (#"{"originalTransactionId":7}"#, nil), ("[]", nil), ("{", nil),
        ])
    func claimed(_ transaction: String, _ id: String?) {
        let text = "e30.\(Base64URL.encode(Array(transaction.utf8))).AAAA"
        let payload = JSONWriter().bytes(["data": ["signedTransactionInfo": .string(text)]])
        #expect(ClaimedLine.originalTransactionId(inNotification: payload) == id)
        #expect(ClaimedLine.originalTransactionId(inNotification: Array("{}".utf8)) == nil)
    }
}
