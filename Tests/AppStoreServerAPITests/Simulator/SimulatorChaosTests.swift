import AppStoreModels
import AppStoreServerAPI
import AppStoreVerification
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("The client and a simulated App Store that fails", .timeLimit(.minutes(30)))
struct SimulatorChaosTests {
    /// A request for every operation that the simulator has.
    private static func requests(_ id: String) throws -> [(ServerEndpoint, ServerAPIRequest)] {
        let uuid = "6d2a8c37-3bb4-4a4e-9d0e-5a7f3f0f2b11"
        let extend = ExtendRenewalDateRequest(extendByDays: 1, extendReasonCode: .other, requestIdentifier: uuid)
        let told = ConsumptionRequest(sampleContentProvided: true, deliveryStatus: .delivered)
        let toldV1 = ConsumptionRequestV1(sampleContentProvided: true, deliveryStatus: .deliveredWrongItem)
        return [
            (.transactionInfo, try .getTransactionInfo(transactionId: id)),
            (.transactionHistory, try .getTransactionHistory(anyTransactionId: id)),
            (.transactionHistoryV1, try .getTransactionHistoryV1(anyTransactionId: id)),
            (.subscriptionStatuses, try .getAllSubscriptionStatuses(anyTransactionId: id)),
            (.refundHistory, try .getRefundHistory(anyTransactionId: id)),
            (.refundHistoryV1, try .getRefundHistoryV1(originalTransactionId: id)),
            (.lookUpOrder, try .lookUpOrderId(orderId: "M1")),
            (.extendRenewalDate, try .extendSubscriptionRenewalDate(originalTransactionId: id, extend)),
            (
                .massExtendRenewalDate,
                try .extendRenewalDatesForAllActiveSubscribers(
                    MassExtendRenewalDateRequest(extending: extend, productId: "pro.monthly"))
            ),
            (
                .massExtensionStatus,
                try .getStatusOfSubscriptionRenewalDateExtensions(productId: "pro.monthly", requestIdentifier: uuid)
            ),
            (
                .notificationHistory,
                try .getNotificationHistory(
                    NotificationHistoryRequest(
                        startDate: SimulatedStore.start, endDate: SimulatedStore.start + SimulatedStore.day))
            ),
            (.requestTestNotification, try .requestTestNotification()),
            (.testNotificationStatus, try .getTestNotificationStatus(testNotificationToken: "t")),
            (.consumptionV1, try .sendConsumptionInformationV1(transactionId: id, toldV1)),
            (.consumption, try .sendConsumptionInformation(transactionId: id, told)),
            (.setAppAccountToken, try .setAppAccountToken(originalTransactionId: id, appAccountToken: uuid)),
            (.appTransactionInfo, try .getAppTransactionInfo(anyTransactionId: id)),
            (.finishTransaction, try .finishTransaction(transactionId: id)),
        ]
    }

    @Test("Every error of every operation is told by its number and name, or waited out")
    func errors() async throws {
        try await SimulatedStore.with { configuration in
            configuration.retries = .never
            configuration.keepsLimits = false
        } _: { sample in
            let id = try sample.buy("pro.monthly")
            let requests = try Self.requests(id)
            #expect(Set(requests.map(\.0)) == Set(ServerEndpoint.allCases))
            for (endpoint, request) in requests {
                let codes = endpoint.documentedErrors + [.rateLimitExceeded, .generalInternal]
                for code in codes {
                    sample.store.setError(ServedStore.EndpointError(code: code, times: 1), of: endpoint)
                    let error = await failure { () throws(ServerAPIError) in try await sample.client.send(request) }
                    guard case .refused(let refusal) = error else {
                        Issue.record("\(endpoint) \(code): \(String(describing: error))")
                        continue
                    }
                    #expect(refusal.code == code && refusal.status == code.httpStatus)
                    #expect((refusal.retryAfter != nil) == (code == .rateLimitExceeded))
                    #expect(refusal.environments == [.sandbox])
                }
            }
        }
    }

    @Test("Errors that pass and limits are waited out by every operation that may be repeated")
    func passing() async throws {
        try await SimulatedStore.with { sample in
            let id = try sample.buy("pro.monthly")
            for (endpoint, request) in try Self.requests(id) where request.endpoint != .lookUpOrderId {
                for code in [ServerAPIErrorCode.generalInternalRetryable, .rateLimitExceeded] {
                    let client = try sample.anotherClient()
                    sample.store.setError(ServedStore.EndpointError(code: code, times: 2), of: endpoint)
                    do throws(ServerAPIError) {
                        #expect(try await client.send(request).attempts == 3)
                    } catch {
                        // What the store refuses in earnest comes after the errors that pass.
                        guard case .refused(let refusal) = error else {
                            Issue.record("\(endpoint): \(error)")
                            continue
                        }
                        #expect(!refusal.isRetryable && refusal.code != code, "\(endpoint): \(error)")
                    }
                    #expect(sample.store.endpointErrors[endpoint] == nil)
                }
            }
        }
    }

    @Test("Where much goes wrong at random every operation comes to its answer or to an error by its name")
    func random() async throws {
        try await SimulatedStore.with {
            $0.keepsLimits = false
        } _: { sample in
            let id = try sample.buy("pro.monthly")
            var chaos = ServerAPIChaos(seed: 42)
            (chaos.error, chaos.limit) = (0.3, 0.2)
            sample.store.setChaos(chaos)
            var (answered, gaveUp) = (0, 0)
            for (endpoint, request) in try Self.requests(id) {
                for _ in 0..<10 {
                    let client = try sample.anotherClient()
                    do throws(ServerAPIError) {
                        _ = try await client.send(request)
                        answered += 1
                    } catch .refused(let refusal) {
                        // What passes was tried four times; everything else is what the store says in earnest.
                        let code = try #require(refusal.code, "\(endpoint)")
                        let isChaos = code == .generalInternalRetryable || code == .rateLimitExceeded
                        #expect(isChaos || endpoint.documentedErrors.contains(code), "\(endpoint): \(code)")
                        #expect(code.name != nil && code.httpStatus == refusal.status)
                        if isChaos { gaveUp += 1 } else { answered += 1 }
                    } catch {
                        Issue.record("\(endpoint): \(error)")
                    }
                }
                #expect(sample.store.requestCounts(of: endpoint).aboveLimit == 0)
            }
            #expect(gaveUp > 0 && answered > 5 * gaveUp)
        }
    }

    @Test("Pages between errors and limits are all read, each thing once, and the limit is never exceeded")
    func pages() async throws {
        try await SimulatedStore.with { sample in
            var ids: [String] = []
            for _ in 0..<210 { ids.append(try sample.buy("coins")) }
            sample.store.setLimit(RateLimiter.Limit(requests: 4, window: 10_000), of: .transactionHistory)
            var found: [String] = []
            var count = 0
            for try await page in try sample.client.transactionHistory(anyTransactionId: ids[0]) {
                found += try page.value.transactions.all().compactMap(\.payload.transactionId)
                count += 1
                let code: ServerAPIErrorCode = count.isMultiple(of: 2) ? .generalInternal : .accountNotFoundRetryable
                sample.store.setError(ServedStore.EndpointError(code: code, times: 1), of: .transactionHistory)
            }
            #expect(found == ids && count == 11)
            #expect(!sample.clock.pauses.isEmpty)
        }
    }

    @Test("The client keeps Apple's limits by itself")
    func limits() async throws {
        try await SimulatedStore.with {
            $0.retries = .never
        } _: { sample in
            let id = try sample.buy("pro.monthly")
            // The sandbox: five a second for this operation, here in windows of ten seconds with the burst on top.
            sample.store.setLimit(RateLimiter.Limit(requests: 55, window: 10_000), of: .transactionInfo)
            for _ in 0..<200 { _ = try await sample.client.getTransactionInfo(transactionId: id) }
            #expect(sample.clock.pauses.reduce(0, +) >= 38_000)
        }
    }

    @Test("A wrong key is told as such")
    func wrongKey() async throws {
        try await SimulatedStore.with { configuration in
            if let credentials = try? SampleClient.credentials() { configuration.credentials = credentials }
        } _: { sample in
            let error = await failure { () throws(ServerAPIError) in
                try await sample.client.getTransactionInfo(transactionId: "1")
            }
            guard case .refused(let refusal) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(refusal.status == 401 && refusal.code == nil && refusal.advice.count >= 6)
        }
    }

    @Test("A store that signs with a fault is not believed")
    func fault() async throws {
        try await SimulatedStore.with { sample in
            let id = try sample.buy("pro.monthly")
            sample.session.signingFault = .flippedSignature
            let window = NotificationHistoryRequest(
                startDate: SimulatedStore.start, endDate: SimulatedStore.start + SimulatedStore.day)
            try sample.session.disableAutoRenewForTransaction(identifier: Int(id) ?? 0)
            var failures: [SignedFieldFailure] = []
            var verified = 0
            for try await page in try sample.client.notificationHistory(window) {
                failures += page.value.failures
                verified += page.value.notifications.count
            }
            #expect(verified == 1 && failures.map(\.failure.code) == [.signatureInvalid])
            #expect(failures.map(\.index) == [1])
        }
    }

    @Test("A server that is gone is told as no answer")
    func gone() async throws {
        let transport = try HTTPTransport(timeout: 600_000)
        let clock = ManualClock()
        let client = try SampleClient.make(transport, clock: clock) {
            $0.baseURLs = [.sandbox: "http://127.0.0.1:1"]
            $0.keepsLimits = false
        }
        let error = await failure { () throws(ServerAPIError) in try await client.getMessageList() }
        guard case .transport(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.kind == .notSent && clock.pauses.count == 3)
        await transport.close()
    }
}
