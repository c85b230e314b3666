internal import EntitlementStorage
internal import SQLiteStorage
internal import Service
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Readers of events that come too late", .timeLimit(.minutes(30)))
struct EventHorizonTests {
    @Test("A place before what was forgotten is answered 410, reading anew and later places are not")
    func forgotten() async throws {
        let (signer, folder) = (try TestSigner.shared(), try TemporaryFolder())
        let path = folder.file("store.db")
        let service = try await TestService.start { $0.store = "sqlite:\(path)" }
        #expect(try await service.post(jws: TestLife(signer: signer).bought())?.status == 200)
        #expect(try await service.ask("GET", "/v1/events?after=0")?.status == 200)
        let store = try await SQLiteStore(path: path)
        let request = PruneRequest(.events, before: SamplePayload.signedDate + 86_400_000)
        #expect(try await store.prune(request, after: 0, limit: 10, isPlan: false).pruned == 2)
        await store.close()
        for place in ["after=0", "after=1"] {
            for target in ["/v1/events", "/v1/events/stream"] {
                let answer = try await service.ask("GET", "\(target)?\(place)")
                #expect(answer?.status == 410)
                #expect(answer?.json?["code"]?.string == "events.forgotten")
                #expect(answer?.json?["expected"]?.string == "a place not before 2")
            }
        }
        #expect(try await service.json("/v1/events")?["next"]?.string == "2")
        #expect(try await service.ask("GET", "/v1/events?after=2")?.status == 200)
        // Places that the store never gave, such as those from before an older backup took its place.
        for target in [
            "/v1/events?after=3", "/v1/events?after=3&types=entitlement.expired", "/v1/events/stream?after=9",
        ] {
            let answer = try await service.ask("GET", target)
            #expect(answer?.status == 410)
            #expect(answer?.json?["code"]?.string == "events.unknown_place")
        }
        await service.stop()
    }
}
