import AppStoreModels
import AppStoreServerAPI
import StrictJSON
import Synchronization
import Testing

@Suite("A client that is refused")
struct RetryingTests {
    @Test("A refusal that may pass is tried again, a bounded number of times, and each pause is told")
    func passing() async throws {
        let clock = ManualClock()
        let transport = FakeTransport([FakeTransport.error(5_000_001), FakeTransport.status(200)])
        let told = Mutex<[ServerAPIRetry]>([])
        let client = try SampleClient.make(transport, clock: clock) { configuration in
            configuration.onRetry = { retry in told.withLock { $0.append(retry) } }
        }
        let answer = try await client.finishTransaction(transactionId: "1")
        #expect(answer.attempts == 2 && answer.status == 200 && answer.environment == .sandbox)
        #expect(clock.pauses == [500])
        #expect(told.withLock { $0.map(\.pause) } == [500])
        let stubborn = FakeTransport([FakeTransport.error(5_000_000)])
        let other = try SampleClient.make(stubborn, clock: clock)
        let error = await failure { () throws(ServerAPIError) in try await other.finishTransaction(transactionId: "1") }
        guard case .refused(let refusal) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.code == .generalInternal && refusal.name == "GeneralInternalError" && refusal.isRetryable)
        #expect(stubborn.requests.count == 4)
    }

    @Test("Every operation there is waits out what passes where it may, and tells the rest by its name")
    func everyOperation() async throws {
        for request in try ServerAPIRequestTests.all().map(\.request) {
            for code in [4_290_000, 5_000_000, 5_000_001] {
                let fields = code == 4_290_000 ? [("Retry-After", "1900000001000")] : []
                let transport = FakeTransport([FakeTransport.error(code, fields), FakeTransport.json([:])])
                let client = try SampleClient.make(transport, environment: .production)
                // Nobody knows whether a general error came before or after what must not be done twice.
                let mayRepeat = request.endpoint.isRepeatable || code != 5_000_000
                do throws(ServerAPIError) {
                    #expect(try await client.send(request).attempts == 2 && mayRepeat)
                } catch {
                    guard case .refused(let refusal) = error else {
                        Issue.record("\(request.endpoint): \(error)")
                        continue
                    }
                    #expect(!mayRepeat && refusal.name == "GeneralInternalError", "\(request.endpoint): \(error)")
                }
            }
            let stays = try SampleClient.make(FakeTransport([FakeTransport.error(4_040_010)]), environment: .production)
            let error = await failure { () throws(ServerAPIError) in try await stays.send(request) }
            guard case .refused(let refusal) = error else {
                Issue.record("\(request.endpoint): \(String(describing: error))")
                continue
            }
            #expect(refusal.name == "TransactionIdNotFoundError" && refusal.isNotFound)
            let gone = try SampleClient.make(
                FakeTransport([.failure(ServerAPITransportFailure(.notSent, "refused"))]), environment: .production)
            let silence = await failure { () throws(ServerAPIError) in try await gone.send(request) }
            guard case .transport = silence else {
                Issue.record("\(request.endpoint): \(String(describing: silence))")
                continue
            }
        }
    }

    @Test("A refusal that stays is told at once", arguments: [4_000_006, 4_040_010, 4_030_005, 4_999_999])
    func staying(_ code: Int) async throws {
        let transport = FakeTransport([FakeTransport.error(code)])
        let client = try SampleClient.make(transport)
        let error = await failure { () throws(ServerAPIError) in try await client.getTransactionInfo(transactionId: "1")
        }
        guard case .refused(let refusal) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.code?.rawValue == code && refusal.status == code / 10_000 && transport.requests.count == 1)
        #expect(refusal.message == "Told by a test." && !refusal.isRetryable && error?.isRetryable == false)
        #expect(!refusal.description.contains("Told by a test."))
    }

    @Test("Retry-After is a date in milliseconds, or seconds when something on the way wrote it")
    func retryAfter() async throws {
        for (text, pause) in [("1900000005000", Int64(5000)), ("7", 7000), ("soon", 500)] {
            let clock = ManualClock()
            let transport = FakeTransport([
                FakeTransport.error(4_290_000, [("retry-after", text)]), FakeTransport.status(200),
            ])
            let client = try SampleClient.make(transport, clock: clock)
            _ = try await client.finishTransaction(transactionId: "1")
            #expect(clock.pauses.reduce(0, +) == pause, "\(text)")
        }
    }

    @Test("A limit that lasts longer than the budget is told, with its end, and further requests are held back")
    func limit() async throws {
        let clock = ManualClock()
        let end = clock.now + 3_600_000
        let transport = FakeTransport([FakeTransport.error(4_290_000, [("Retry-After", String(end))])])
        let client = try SampleClient.make(transport, clock: clock)
        let error = await failure { () throws(ServerAPIError) in try await client.finishTransaction(transactionId: "1")
        }
        guard case .refused(let refusal) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.retryAfter == end && clock.pauses.isEmpty)
        let next = await failure { () throws(ServerAPIError) in try await client.finishTransaction(transactionId: "1") }
        #expect(next == .heldBack(until: end) && next?.isRetryable == true)
        #expect(transport.requests.count == 1)
        // Another operation has a limit of its own.
        _ = await failure { () throws(ServerAPIError) in try await client.getMessageList() }
        #expect(transport.requests.count == 2)
    }

    @Test("What may have been carried out is not sent again where a second time would count")
    func uncertain() async throws {
        let extend = ExtendRenewalDateRequest(extendByDays: 1, extendReasonCode: .other, requestIdentifier: "x")
        let lost = ServerAPITransportFailure(.uncertain, "connection lost before a response")
        let closed = ServerAPITransportFailure(.notSent, "no connection")
        for (answer, count) in [
            (FakeTransport.Answer.failure(lost), 1), (.failure(closed), 4), (FakeTransport.error(5_000_000), 1),
            (FakeTransport.error(5_000_001), 4), (FakeTransport.status(503), 1),
        ] {
            let transport = FakeTransport([answer])
            let client = try SampleClient.make(transport)
            let error = await failure { () throws(ServerAPIError) in
                try await client.extendSubscriptionRenewalDate(originalTransactionId: "1", extend)
            }
            #expect(error != nil && transport.requests.count == count)
            #expect(transport.requests.allSatisfy { !$0.isRepeatable })
        }
        let transport = FakeTransport([.failure(lost), FakeTransport.status(200)])
        #expect(try await SampleClient.make(transport).finishTransaction(transactionId: "1").attempts == 2)
    }

    @Test("When everything fails, retries stay in proportion to requests")
    func budget() async throws {
        let transport = FakeTransport([FakeTransport.error(5_000_001)])
        let client = try SampleClient.make(transport) { $0.keepsLimits = false }
        for _ in 0..<200 {
            _ = await failure { () throws(ServerAPIError) in try await client.finishTransaction(transactionId: "1") }
        }
        #expect((220...245).contains(transport.requests.count), "\(transport.requests.count)")
    }

    @Test("Requests are spread by the limit of the environment")
    func spreading() async throws {
        for (environment, length) in [(AppStoreModels.Environment.production, Int64(2000)), (.sandbox, 29_000)] {
            let clock = ManualClock()
            let start = clock.now
            let client = try SampleClient.make(
                FakeTransport([FakeTransport.status(200)]), clock: clock, environment: environment)
            for _ in 0..<150 { _ = try await client.finishTransaction(transactionId: "1") }
            #expect((length...(length + 10)).contains(clock.now - start), "\(clock.now - start)")
        }
    }

    @Test("A cancelled wait ends the request")
    func cancelled() async throws {
        let transport = FakeTransport([FakeTransport.error(5_000_001)])
        let client = try SampleClient.make(transport)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await failure { () throws(ServerAPIError) in
                try await client.finishTransaction(transactionId: "1")
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled && transport.requests.count == 1)
        let ended = FakeTransport([.failure(ServerAPITransportFailure(.cancelled, "cancelled"))])
        let other = try SampleClient.make(ended)
        let end = await failure { () throws(ServerAPIError) in try await other.finishTransaction(transactionId: "1") }
        #expect(end == .cancelled && ended.requests.count == 1)
    }
}
