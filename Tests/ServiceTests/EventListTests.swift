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
