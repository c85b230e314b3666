internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("The events that readers get", .timeLimit(.minutes(30)))
struct EventListTests {
    private let signer: TestSigner

    init() throws { signer = try TestSigner.shared() }

    private func types(_ page: JSONNode?) -> [String?] { page?["events"]?.elements.map { $0["type"]?.string } ?? [] }

    @Test("A reader that keeps its place gets every change once", arguments: TestService.Store.allCases)
    func cursor(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store) { $0.limits["sweepSeconds"] = 0 }
        let life = TestLife(signer: signer)
        let bought = try life.bought()
        #expect(try await service.post(jws: bought)?.status == 200)
        let first = try await service.json("/v1/events")
        #expect(types(first) == ["entitlement.granted", "notification.recorded"])
        #expect(first?["next"]?.string == "2")
        let event = try #require(first?["events"]?.elements.map(\.self).first)
        #expect(event["id"]?.string?.hasPrefix("evt_") == true)
        #expect(event["sequence"]?.number?.integer == 1)
        #expect(event["timestamp"]?.string?.hasSuffix("Z") == true)
        #expect(event["data"]?["appAccountToken"]?.string == life.token)
        #expect(event["data"]?["answer"]?["until"]?.number?.integer == TestLife.instant(30))
        #expect(event["data"]?["notification"]?["notificationUUID"]?.string == "bought")

        service.setClock(30 * TestLife.day)
        for jws in [bought, try life.renewed(), try life.refunded()] {
            #expect(try await service.post(jws: jws)?.status == 200)
        }
        let rest = try await service.json("/v1/events?after=2&limit=1")
        #expect(types(rest) == ["entitlement.renewed"])
        #expect(rest?["next"]?.string == "3")
        let revoked = try await service.json("/v1/events?types=entitlement.revoked,entitlement.expired")
        #expect(types(revoked) == ["entitlement.revoked"])
        #expect(revoked?["next"]?.string == "6")
        #expect(try await service.json("/v1/events?after=6")?["next"]?.string == "6")
        #expect(types(try await service.json("/v1/events?environment=Sandbox")) == [])
        #expect(types(try await service.json("/v1/events?bundleId=com.example.app")).count == 6)
        await service.stop()
    }

    @Test("The end of a period is told although the App Store says nothing")
    func sweep() async throws {
        let service = try await TestService.start { $0.limits["sweepSeconds"] = 1 }
        #expect(try await service.post(jws: TestLife(signer: signer).bought())?.status == 200)
        service.setClock(31 * TestLife.day)
        var event: JSONNode?
        while event == nil {
            let page = try await service.json("/v1/events?after=2")
            event = page?["events"]?.elements.map(\.self).first
        }
        #expect(event?["type"]?.string == "entitlement.expired")
        #expect(event?["data"]?["inferred"]?.boolean == true)
        await service.stop()
    }

    @Test(
        "A query that cannot be meant is refused",
        arguments: [
            "after=-1", "after=x", "limit=0", "limit=501", "types=entitlement.grant", "types=", "types=a,,b",
            "environment=prod", "order=newest",
        ])
    func refusals(_ query: String) async throws {
        let service = try await TestService.start()
        let answer = try await service.ask("GET", "/v1/events?\(query)")
        #expect(answer?.status == 400)
        #expect(answer?.json?["code"]?.string == "request.parameter")
        await service.stop()
    }

    @Test(
        "A reader of the stream gets what was and what comes, and goes on where it was",
        arguments: TestService.Store.allCases)
    func stream(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store) { $0.limits["sweepSeconds"] = 0 }
        let address = service.service.addresses.privateAddress
        let life = TestLife(signer: signer)
        #expect(try await service.post(jws: life.bought())?.status == 200)
        async let listening = LoopbackClient.listen(
            address, "/v1/events/stream?types=entitlement.granted,entitlement.renewed", until: "id: 3")
        // Whether this comes before the stream looks for the first time or after, it is sent.
        #expect(try await service.post(jws: life.renewed())?.status == 200)
        let text = try await listening
        #expect(text.contains("Content-Type: text/event-stream"))
        #expect(text.contains("id: 1\nevent: entitlement.granted\ndata: {\"id\":\"evt_"))
        #expect(text.contains("id: 3\nevent: entitlement.renewed\n"))
        let rest = try await LoopbackClient.listen(
            address, "/v1/events/stream?after=0", headers: ["Last-Event-ID": "2"], until: "id: 4")
        #expect(!rest.contains("id: 1\n") && !rest.contains("id: 2\n") && rest.contains("id: 3\n"))
        for (target, id) in [("?after=x", "1"), ("", "x"), ("", "-1"), ("?limit=5", "1")] {
            let answer = try await LoopbackClient.ask(
                address, "GET", "/v1/events/stream" + target, headers: ["Last-Event-ID": id])
            #expect(answer?.status == 400)
        }
        await service.stop()
    }

    @Test("The end of the service ends streams")
    func streamEnd() async throws {
        let service = try await TestService.start()
        let address = service.service.addresses.privateAddress
        async let listening = LoopbackClient.listen(address, "/v1/events/stream", until: "never")
        _ = try await LoopbackClient.listen(address, "/v1/events/stream", until: ": events after 0")
        await service.stop()
        #expect(!(try await listening).contains("id:"))
    }

    @Test("With the clock of signing a story is told as it was signed, whatever the time is now")
    func signedClock() async throws {
        let service = try await TestService.start { $0.eventClock = "signed" }
        service.setClock(1000 * TestLife.day)
        let life = TestLife(signer: signer)
        for jws in [try life.bought(), try life.renewed()] {
            #expect(try await service.post(jws: jws)?.status == 200)
        }
        #expect(
            types(
                try await service.json("/v1/events?types=entitlement.granted,entitlement.renewed,entitlement.expired"))
                == ["entitlement.granted", "entitlement.renewed"])
        await service.stop()
    }
}
