internal import AppStoreVerification
internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("The log of notifications", .timeLimit(.minutes(30)))
struct NotificationLogTests {
    private let signer: TestSigner

    init() throws { signer = try TestSigner.shared() }

    private func rows(_ page: JSONNode?, _ name: String = "notificationUUID") -> [String?] {
        page?["notifications"]?.elements.map { $0[name]?.string } ?? []
    }

    @Test("Pages follow each other in both orders, and end", arguments: TestService.Store.allCases)
    func pages(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store)
        for number in 1...5 {
            let jws = try signer.sign(SamplePayload.notification("TEST", ["notificationUUID": .string("n\(number)")]))
            #expect(try await service.post(jws: jws)?.status == 200)
        }
        for (order, expected) in [("oldest", [1, 2, 3, 4, 5]), ("newest", [5, 4, 3, 2, 1])] {
            var seen: [String?] = []
            var after = ""
            for _ in 1...3 {
                let page = try await service.json("/v1/notifications?limit=2&order=\(order)\(after)")
                seen += rows(page)
                guard let next = page?["next"]?.string else { break }
                after = "&after=\(next)"
            }
            #expect(seen == expected.map { "n\($0)" })
        }
        #expect(try await service.json("/v1/notifications")?["next"]?.isNull == true)
        await service.stop()
    }

    @Test("Rows are selected by environment, app, type and outcome")
    func filters() async throws {
        let service = try await TestService.start {
            $0.apps?.append(.init(bundleId: "com.example.second", appAppleId: 2))
        }
        let life = TestLife(signer: signer)
        let test = SamplePayload.notification("TEST", ["notificationUUID": "test"])
        let second = SamplePayload.notification(
            "TEST", ["notificationUUID": "second"], data: ["bundleId": "com.example.second"])
        for jws in [try life.bought(), try signer.sign(test), try signer.sign(second)] {
            #expect(try await service.post(jws: jws)?.status == 200)
        }
        let bought = try life.bought()
        for (query, expected) in [
            ("", ["bought", "test", "second"]), ("environment=Production", ["bought"]),
            ("environment=Sandbox", ["test", "second"]), ("environment=Xcode", []),
            ("bundleId=com.example.second", ["second"]), ("type=TEST", ["test", "second"]),
            ("type=TEST&bundleId=com.example.app", ["test"]), ("outcome=applied", ["bought"]),
            ("outcome=recorded", ["test", "second"]), ("outcome=quarantined", []), ("outcome=rejected", []),
        ] {
            #expect(rows(try await service.json("/v1/notifications?\(query)")) == expected, "\(query)")
        }
        #expect(bought.isEmpty == false)
        await service.stop()
    }

    @Test("What was rejected has a listing of its own")
    func rejected() async throws {
        let service = try await TestService.start()
        for body in ["{}", "x", "{\"signedPayload\": \"a.b\"}"] {
            #expect(try await service.post(Array(body.utf8))?.status == 400)
        }
        let page = try await service.json("/v1/notifications?outcome=rejected&limit=2")
        #expect(rows(page, "code") == ["input.kind", "input.kind"])
        let next = try #require(page?["next"]?.string)
        let rest = try await service.json("/v1/notifications?outcome=rejected&limit=2&after=\(next)")
        #expect(rows(rest, "code") == ["jws.segments"])
        #expect(rest?["notifications"]?.elements.map { $0["bytes"]?.number?.integer } == [24])
        #expect(rows(rest, "source") == ["app-store"])
        #expect(rest?["next"]?.isNull == true)
        await service.stop()
    }

    @Test("Parameters are read strictly")
    func parameters() async throws {
        let service = try await TestService.start()
        for query in [
            "limit=0", "limit=501", "limit=-1", "limit=1.0", "limit=", "after=-1", "after=x", "order=up",
            "outcome=fine",
            "outcome=duplicate", "environment=production", "outcome=rejected&type=TEST",
            "outcome=rejected&order=newest", "outcome=rejected&environment=Sandbox", "since=3", "limit=1&limit=1",
        ] {
            let answer = try await service.ask("GET", "/v1/notifications?\(query)")
            #expect(answer?.status == 400, "\(query)")
            #expect(answer?.json?["code"]?.string == "request.parameter", "\(query)")
        }
        #expect(try await service.ask("GET", "/v1/notifications?limit=500&after=9223372036854775807")?.status == 200)
        await service.stop()
    }

    @Test(
        "One notification is shown decoded, as it came, with what became of it", arguments: TestService.Store.allCases)
    func lookup(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store)
        let transaction = SamplePayload.transaction(["futureField": [1, "two"]])
        let jws = try signer.sign(
            notification: SamplePayload.notification(), transaction: transaction,
            renewalInfo: SamplePayload.renewalInfo())
        #expect(try await service.post(jws: jws)?.status == 200)
        let uuid = "00000000-0000-4000-8000-000000000001"
        let answer = try await service.json("/v1/notifications/\(uuid)")
        let rows = answer?["deliveries"].map { Array($0.elements) } ?? []
        let row = try #require(rows.first)
        #expect(rows.count == 1)
        #expect(row["raw"]?.string == jws)
        #expect(row["outcome"]?.string == "applied")
        #expect(row["why"]?.string == "a statement in it was new, or newer than the one held")
        #expect(row["decoded"]?["notificationType"]?.string == "SUBSCRIBED")
        #expect(row["nested"]?["transaction"].map { JSONWriter().text(.node($0)) } == JSONWriter().text(transaction))
        #expect(row["nested"]?["renewalInfo"]?["autoRenewStatus"]?.number?.integer == 1)
        #expect(row["nestedVerified"]?.boolean == true)
        #expect(row["source"]?.string == "app-store")
        #expect(row["receivedAt"]?.number?.integer == SamplePayload.signedDate)

        let other = try signer.sign(SamplePayload.notification("TEST", ["signedDate": 1_780_272_000_001]))
        #expect(try await service.post(jws: other)?.status == 200)
        let both = try await service.json("/v1/notifications/\(uuid)")?["deliveries"].map { Array($0.elements) } ?? []
        #expect(both.map { $0["flagged"]?.boolean } == [false, true])
        #expect(both.last?["why"]?.string?.hasSuffix("another payload was held under the same UUID") == true)
        let missing = try await service.ask("GET", "/v1/notifications/x")
        #expect(missing?.status == 404)
        #expect(missing?.json?["code"]?.string == "notification.unknown")
        await service.stop()
    }

    @Test("A quarantined notification says what was wrong inside")
    func quarantined() async throws {
        let service = try await TestService.start()
        let jws = try signer.sign(
            notification: SamplePayload.notification(),
            transaction: SamplePayload.transaction(["bundleId": "com.example.other"]))
        #expect(try await service.post(jws: jws)?.json?["outcome"]?.string == "quarantined")
        let answer = try await service.json("/v1/notifications/00000000-0000-4000-8000-000000000001")
        let row = answer?["deliveries"]?.elements.map { $0 }.first
        #expect(row?["failure"]?["code"]?.string == "nested.mismatch")
        #expect(row?["nestedVerified"]?.boolean == false)
        #expect(row?["why"]?.string?.hasPrefix("data.signedTransactionInfo: ") == true)
        #expect(row?["why"]?.string?.hasSuffix("; nothing of it was merged") == true)
        await service.stop()
    }
}
