internal import StoreCore
internal import Testing

@Suite("The model and its loads", .timeLimit(.minutes(10)))
struct StoreModelTests {
    private let ids = StoreCatalogue.ids
    private let fake = FakeStoreBackend(offers: StoreCatalogue.offers, entitlements: [Entitlement(name: "old")])
    private let model: StoreModel

    init() { model = StoreModel(backend: fake) }

    @Test("Nothing is loaded, offered or unlocked at first")
    func idle() async {
        #expect(await model.state == .idle)
        #expect(await model.contents == StoreContents())
        #expect(await !model.isUnlocked("old", at: 0))
    }

    @Test("The example of the documentation is right")
    func example() async {
        let now: Int64 = 1000
        let year = Offer(
            productId: "pro.yearly", displayName: "Pro", price: Price(milliunits: 39_990, currency: "USD"),
            period: "P1Y")
        let store = FakeStoreBackend(offers: [year])
        let model = StoreModel(backend: store)

        await model.load(["pro.yearly", "pro.weekly"])
        #expect(await model.contents.offers == [year])
        #expect(await model.contents.missing == ["pro.weekly"])
        #expect(await !model.isUnlocked("pro.yearly", at: now))

        store.entitlements = [Entitlement(name: "pro.yearly", until: now + 1000)]
        await model.load(["pro.yearly"])
        #expect(await model.isUnlocked("pro.yearly", at: now))
        #expect(await !model.isUnlocked("pro.yearly", at: now + 1000))
    }

    @Test("A product is asked for once, and nothing is asked for where there is none")
    func distinct() async {
        await model.load(["b", "a", "b", "a"])
        #expect(fake.askedOffers == [["b", "a"]])
        await model.load([])
        #expect(fake.askedOffers.count == 1)
        #expect(await model.state == .loaded)
        #expect(await model.contents.offers == [])
        #expect(await model.isUnlocked("old", at: 0))
    }

    @Test("Products that nobody asked for are not offered")
    func unasked() async {
        let model = StoreModel(backend: TalkativeBackend())
        await model.load([StoreCatalogue.yearly.productId, "com.example.app.none"])
        #expect(await model.contents.offers == [StoreCatalogue.yearly])
        #expect(await model.contents.missing == ["com.example.app.none"])
    }

    @Test("Whichever question fails, both answers stay as they were", arguments: FakeStoreBackend.Question.allCases)
    func wholeOrNothing(_ question: FakeStoreBackend.Question) async {
        let reason = StoreBackendError.refused(reason: "no")
        fake.failNext(question, with: reason)
        await model.load(ids)
        #expect(await model.state == .failed(reason))
        #expect(await model.contents == StoreContents())

        await model.load(ids)
        #expect(await model.state == .loaded)
        let known = await model.contents
        fake.offers = [StoreCatalogue.yearly]
        fake.entitlements = [Entitlement(name: "new")]
        fake.failNext(question)
        await model.load(ids)
        #expect(await model.state == .failed(.unavailable(reason: "as the test wants")))
        #expect(await model.contents == known)

        await model.load(ids)
        #expect(await model.state == .loaded)
        #expect(await model.contents.offers == [StoreCatalogue.yearly])
        #expect(await model.contents.entitlements == [Entitlement(name: "new")])
    }

    @Test("A load is visible, and nothing of it counts before all of it is there")
    func loading() async {
        let held = fake.holdNext(.entitled)
        async let load: Void = model.load(ids)
        await held.reached()
        #expect(await model.state == .loading)
        #expect(await model.contents == StoreContents())
        held.letGo()
        await load
        #expect(await model.state == .loaded)
        #expect(await model.contents.offers.count == 3)
    }

    @Test("An older load never replaces what a newer one found", arguments: FakeStoreBackend.Question.allCases)
    func newestWins(_ question: FakeStoreBackend.Question) async {
        let held = fake.holdNext(question)
        async let older: Void = model.load(ids)
        await held.reached()
        fake.offers = [StoreCatalogue.yearly]
        fake.entitlements = [Entitlement(name: "new")]
        await model.load(ids)
        #expect(await model.state == .loaded)
        let newest = await model.contents
        #expect(newest.entitlements == [Entitlement(name: "new")])
        held.letGo()
        await older
        #expect(await model.state == .loaded)
        #expect(await model.contents == newest)
    }

    @Test("An older load neither hides that a newer one failed, nor fails it")
    func newestFails() async {
        var held = fake.holdNext(.entitled)
        async let good: Void = model.load(ids)
        await held.reached()
        fake.failNext(.entitled, with: .unreadable(reason: "newer"))
        await model.load(ids)
        held.letGo()
        await good
        #expect(await model.state == .failed(.unreadable(reason: "newer")))
        #expect(await model.contents == StoreContents())

        held = fake.holdNext(.entitled)
        fake.failNext(.entitled, with: .unreadable(reason: "older"))
        async let bad: Void = model.load(ids)
        await held.reached()
        await model.load(ids)
        held.letGo()
        await bad
        #expect(await model.state == .loaded)
    }

    @Test("An older load counts while the newer one is under way, then the newer")
    func inOrder() async {
        let first = fake.holdNext(.entitled)
        async let older: Void = model.load(ids)
        await first.reached()
        fake.entitlements = [Entitlement(name: "new")]
        let second = fake.holdNext(.entitled)
        async let newer: Void = model.load(ids)
        await second.reached()
        first.letGo()
        await older
        #expect(await model.state == .loading)
        #expect(await model.contents.entitlements == [Entitlement(name: "old")])
        second.letGo()
        await newer
        #expect(await model.state == .loaded)
        #expect(await model.contents.entitlements == [Entitlement(name: "new")])
    }

    @Test("A load that is cancelled leaves no trace")
    func cancelled() async {
        for expected in [StoreModel.State.idle, .loaded] {
            let known = await model.contents
            let held = fake.holdNext(.entitled)
            let load = Task { await model.load(ids) }
            await held.reached()
            #expect(await model.state == .loading)
            load.cancel()
            await load.value
            #expect(await model.state == expected)
            #expect(await model.contents == known)
            await model.load(ids)
        }
    }

    @Test("Of many loads at once the last one begun is what is held")
    func many() async {
        var holds: [HeldAnswer] = []
        var loads: [Task<Void, Never>] = []
        for number in 0..<20 {
            fake.entitlements = [Entitlement(name: "\(number)")]
            let held = fake.holdNext(.entitled)
            loads.append(Task { await model.load(ids) })
            await held.reached()
            holds.append(held)
        }
        for index in [7, 3, 18, 19, 12, 0] + Array(holds.indices) { holds[index].letGo() }
        for load in loads { await load.value }
        #expect(await model.state == .loaded)
        #expect(await model.contents.entitlements == [Entitlement(name: "19")])
    }
}

/// Answers with all it has, whatever is asked.
private struct TalkativeBackend: StoreBackend {
    func offers(for ids: [String]) async throws(StoreBackendError) -> [Offer] { StoreCatalogue.offers }
    func entitled() async throws(StoreBackendError) -> [Entitlement] { [] }
}
