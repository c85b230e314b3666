import AppStoreModels
import AppStoreServerAPI
import AppStoreVerification
import StrictJSON
import TestSupport
import Testing

@Suite("What a client is answered")
struct AnswerTests {
    @Test("A bare 401 tells its likely causes in their order")
    func unauthorized() async throws {
        let client = try SampleClient.make(FakeTransport([FakeTransport.status(401)]))
        let error = await failure { () throws(ServerAPIError) in try await client.getTransactionInfo(transactionId: "1")
        }
        let words = ["never been released", "another kind", "issuer id", "bundle id", "clock", "lives longer"]
        let advice = try #require(error?.advice)
        #expect(advice.count == words.count)
        for (line, word) in zip(advice, words) { #expect(line.contains(word)) }
    }

    @Test("A clock that is wrong is noticed by the Date of an answer, and told first")
    func skew() async throws {
        // 17 Mar 2030 17:46:40 GMT is the sample clock's time.
        let clock = ManualClock()
        for (date, isLarge) in [
            ("Sun, 17 Mar 2030 17:46:40 GMT", false), ("Sun, 17 Mar 2030 17:36:40 GMT", true),
            ("Sun, 17 Mar 2030 17:56:40 GMT", true),
        ] {
            let client = try SampleClient.make(
                FakeTransport([FakeTransport.status(401, [("date", date)])]), clock: clock)
            #expect(client.clockSkew == nil)
            let error = await failure { () throws(ServerAPIError) in try await client.getImageList() }
            #expect(client.clockSkew?.isLarge == isLarge)
            #expect(error?.advice.first?.contains("this machine's clock is") == isLarge)
        }
    }

    @Test("A transaction that Production does not know is asked for in the sandbox where that is wanted")
    func fallback() async throws {
        let answers = [
            FakeTransport.error(4_040_010),
            FakeTransport.json(["signedTransactionInfo": try SampleClient.transaction("7")]),
        ]
        let transport = FakeTransport(answers)
        let client = try SampleClient.make(transport, environment: .production) { $0.fallsBackToSandbox = true }
        let answer = try await client.getTransactionInfo(transactionId: "7")
        #expect(answer.environment == .sandbox && answer.value.payload.transactionId == "7")
        #expect(
            transport.requests.map(\.url) == [
                "https://api.storekit.apple.com/inApps/v1/transactions/7",
                "https://api.storekit-sandbox.apple.com/inApps/v1/transactions/7",
            ])
        let strict = try SampleClient.make(FakeTransport(answers), environment: .production)
        let error = await failure { () throws(ServerAPIError) in try await strict.getTransactionInfo(transactionId: "7")
        }
        guard case .refused(let refusal) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.environments == [.production])
    }

    @Test("Where neither knows it, both are named; another refusal asks nobody else")
    func neither() async throws {
        func refusal(_ answers: [FakeTransport.Answer]) async throws -> (ServerAPIRefusal?, Int) {
            let transport = FakeTransport(answers)
            let client = try SampleClient.make(transport, environment: .production) { $0.fallsBackToSandbox = true }
            let error = await failure { () throws(ServerAPIError) in
                try await client.getTransactionInfo(transactionId: "7")
            }
            guard case .refused(let refusal) = error else { return (nil, 0) }
            return (refusal, transport.requests.count)
        }
        let both = try await refusal([FakeTransport.error(4_040_010)])
        #expect(both.0?.environments == [.production, .sandbox] && both.1 == 2)
        #expect(both.0?.description == "TransactionIdNotFoundError (4040010) in Production and Sandbox")
        let other = try await refusal([FakeTransport.error(4_040_005)])
        #expect(other.0?.environments == [.production] && other.1 == 1)
        let refused = try await refusal([FakeTransport.error(4_040_010), FakeTransport.status(401)])
        #expect(refused.0?.status == 401 && refused.0?.environments == [.sandbox])
    }

    @Test("Pages that began in the sandbox go on there")
    func pagesAfterFallback() async throws {
        let transport = FakeTransport([
            FakeTransport.error(4_040_010), try SampleClient.page(["1"], revision: "a", hasMore: true),
            try SampleClient.page(["2"], revision: "b", hasMore: false),
        ])
        let client = try SampleClient.make(transport, environment: .production) { $0.fallsBackToSandbox = true }
        var environments: [AppStoreModels.Environment] = []
        for try await page in try client.transactionHistory(anyTransactionId: "1") {
            environments.append(page.environment)
        }
        #expect(environments == [.sandbox, .sandbox] && transport.requests.count == 3)
        #expect(
            transport.requests.dropFirst().allSatisfy { $0.url.hasPrefix("https://api.storekit-sandbox.apple.com/") })
    }

    @Test("A part that is not verified names its place and its code; the others are handed out")
    func unverified() async throws {
        let good = try SampleClient.transaction("1")
        let foreign = try SampleClient.transaction("2", bundleId: "com.example.other")
        let production = try SampleClient.transaction("3", environment: "Production")
        let renewal = JSONValue.string(try TestSigner.shared().sign(SamplePayload.renewalInfo()))
        let list: [JSONValue] = [good, "eyJ.x.y", foreign, production, 7, renewal]
        let client = try SampleClient.make(
            FakeTransport([
                FakeTransport.json(["revision": "r", "hasMore": false, "signedTransactions": .array(list)])
            ]))
        var page: TransactionPage?
        for try await answer in try client.refundHistory(anyTransactionId: "1") { page = answer.value }
        let transactions = try #require(page).transactions
        #expect(transactions.verified.map(\.payload.transactionId) == ["1"])
        #expect(transactions.failures.map(\.index) == [1, 2, 3, 4, 5])
        #expect(
            transactions.failures.map(\.failure.code) == [
                .jwsBase64URL, .appBundleID, .appEnvironment, .inputKind, .payloadKind,
            ])
        #expect(transactions.failures.first?.path == "signedTransactions[1]")
        let error = await failure { () throws(ServerAPIError) in try transactions.all() }
        #expect(error == transactions.failures.first.map { .unverified($0) })
    }

    @Test("A single part that is not verified is an error")
    func single() async throws {
        let answer = FakeTransport.json([
            "signedTransactionInfo": try SampleClient.transaction("1", environment: "Production")
        ])
        let client = try SampleClient.make(FakeTransport([answer]))
        let error = await failure { () throws(ServerAPIError) in try await client.getTransactionInfo(transactionId: "1")
        }
        guard case .unverified(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.path == "signedTransactionInfo" && failure.index == nil)
        #expect(failure.failure.code == .appEnvironment)
    }

    @Test("A status is believed only where its signed parts speak of the same line")
    func statuses() async throws {
        func item(_ line: String) throws -> JSONValue {
            [
                "originalTransactionId": .string(line), "status": 1,
                "signedTransactionInfo": try SampleClient.transaction("9"),
                "signedRenewalInfo": .string(try TestSigner.shared().sign(SamplePayload.renewalInfo())),
            ]
        }
        let answer = FakeTransport.json([
            "environment": "Sandbox", "bundleId": .string(SampleClient.bundleId),
            "data": [
                [
                    "subscriptionGroupIdentifier": "21000001",
                    "lastTransactions": [try item(SamplePayload.originalTransactionId), try item("4711")],
                ]
            ],
        ])
        let client = try SampleClient.make(FakeTransport([answer]))
        let statuses = try await client.getAllSubscriptionStatuses(anyTransactionId: "9").value
        #expect(statuses.items.map(\.originalTransactionId) == [SamplePayload.originalTransactionId])
        #expect(statuses.items.first?.status == .active)
        #expect(statuses.failures.map(\.path) == ["data[0].lastTransactions[1]"])
        #expect(statuses.failures.map(\.failure.code) == [.nestedMismatch])
        #expect(throws: ServerAPIError.self) { try statuses.all() }
    }

    @Test("An answer about another app or environment, or that is no JSON, cannot be read")
    func unreadable() async throws {
        let answers: [(FakeTransport.Answer, String)] = [
            (
                FakeTransport.json(["environment": "Production", "bundleId": "com.example.app", "data": []]),
                "environment is not Sandbox"
            ),
            (
                FakeTransport.json(["environment": "Sandbox", "bundleId": "com.example.other", "data": []]),
                "bundleId is another app's"
            ),
            (FakeTransport.status(200), "the body is empty"),
            (
                .success(ServerAPITransportResponse(status: 200, body: Array("{".utf8))),
                "the body is not acceptable JSON"
            ),
            (.success(ServerAPITransportResponse(status: 200, body: Array("[]".utf8))), "must be an object"),
        ]
        for (answer, text) in answers {
            let client = try SampleClient.make(FakeTransport([answer]))
            let error = await failure { () throws(ServerAPIError) in
                try await client.getAllSubscriptionStatuses(anyTransactionId: "9")
            }
            #expect(error?.description.contains(text) == true, "\(String(describing: error))")
        }
    }

    @Test("Every number that Apple has published has a name, and unknown ones are kept")
    func names() {
        for code in ServerAPIErrorCode.known {
            #expect(code.name?.hasSuffix("Error") == true, "\(code)")
            let refusal = ServerAPIRefusal(status: code.httpStatus, code: code)
            #expect(refusal.isRetryable == code.isRetryable)
            #expect(refusal.description == "\(refusal.name) (\(code.rawValue))")
        }
        #expect(ServerAPIRefusal(status: 400, code: ServerAPIErrorCode(rawValue: 4_009_999)).name == "error 4009999")
        #expect(ServerAPIRefusal(status: 502).isRetryable && !ServerAPIRefusal(status: 404).isRetryable)
    }

    @Test("Retention messages are asked for and answered by Apple's names")
    func messaging() async throws {
        func client(_ value: JSONValue) throws -> AppStoreServerAPIClient {
            try SampleClient.make(FakeTransport([FakeTransport.json(value)]))
        }
        let images = try client([
            "imageIdentifiers": [["imageIdentifier": "a", "imageState": "APPROVED", "imageSize": "FULL_SIZE"]]
        ])
        #expect(try await images.getImageList().value.imageIdentifiers?.first?.imageState == .approved)
        let messages = try client(["messageIdentifiers": [["messageIdentifier": "a", "messageState": "NEW"]]])
        #expect(try await messages.getMessageList().value.messageIdentifiers?.first?.messageState?.rawValue == "NEW")
        let realtime = try client(["realtimeURL": "https://example.com"])
        #expect(try await realtime.getRealtimeURL().value.realtimeURL == "https://example.com")
        let result = try client([
            "result": "PASS", "successRate": 100, "responseTimes": ["p99": 70], "failures": ["TIMED_OUT": 1],
        ])
        let results = try await result.getPerformanceTestResults(requestId: "1").value
        #expect(results.result == .pass && results.responseTimes?.p99 == 70 && results.unknownNames == ["failures"])
        let begun = try client(["requestId": "q", "config": ["totalRequests": 5]])
        let test = try await begun.initiatePerformanceTest(originalTransactionId: "1").value
        #expect(test.requestId == "q" && test.config?.totalRequests == 5)
        let standard = try client(["messageIdentifier": "m"])
        #expect(try await standard.getDefaultMessage(productId: "p", locale: "de").value.messageIdentifier == "m")
    }

    @Test("What an Advanced Commerce call answers is verified")
    func commerce() async throws {
        let request = try JSONDocument(parsing: Array("{}".utf8)).root
        let signed = try SampleClient.make(
            FakeTransport([FakeTransport.json(["signedTransactionInfo": try SampleClient.transaction("5")])]))
        let result = try await signed.advancedCommerce(.requestRefund, transactionId: "5", request: request).value
        #expect(result.transaction?.payload.transactionId == "5" && result.renewalInfo == nil)
        let broken = try SampleClient.make(FakeTransport([FakeTransport.json(["signedRenewalInfo": "x"])]))
        let error = await failure { () throws(ServerAPIError) in
            try await broken.advancedCommerce(.revokeSubscription, transactionId: "5", request: request)
        }
        guard case .unverified(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.path == "signedRenewalInfo" && failure.failure.code == .jwsSegments)
    }
}
