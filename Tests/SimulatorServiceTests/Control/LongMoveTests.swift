import AppStoreModels
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("A long move of the clock")
struct LongMoveTests {
    private static let lastDate: Int64 = 253_402_300_799_999

    @Test("A moment that cannot be reached is refused before anything moves", arguments: [true, false])
    func unreachable(_ isDelivering: Bool) async throws {
        let sample = try SampleStore()
        if isDelivering { try await sample.store.delivery.setServer("", chaos: nil) }
        try sample.buy("pro.monthly")
        let start = sample.session.now
        await #expect(throws: SessionError.refused(.dateOutOfRange(Self.lastDate + 1))) {
            try await sample.store.delivery.advance { _ in Self.lastDate + 1 }
        }
        await #expect(throws: SessionError.refused(.timeRunsBackwards(from: start, to: 5))) {
            try await sample.store.delivery.advance { _ in 5 }
        }
        #expect(sample.session.now == start)
        #expect(sample.session.allTransactions().count == 1)
    }

    @Test("No more happens than is allowed, and the caller may go on from there", arguments: [true, false])
    func limit(_ isDelivering: Bool) async throws {
        let sample = try SampleStore()
        if isDelivering { try await sample.store.delivery.setServer("", chaos: nil) }
        try sample.buy("pro.monthly")
        let end = SampleStore.start + 400 * SampleStore.day
        await #expect(throws: SessionError.refused(.tooManyEvents(limit: 5))) {
            try await sample.store.delivery.advance(atMost: 5) { _ in end }
        }
        #expect(sample.session.allTransactions().count == 6)
        let rest = try await sample.store.delivery.advance { _ in end }
        #expect(sample.session.now == end)
        #expect(sample.session.allTransactions().count == 14)
        #expect(rest.attempts.count == (isDelivering ? 8 : 0))
    }

    @Test("It is left when the store closes")
    func interrupted() async throws {
        let sample = try SampleStore()
        try sample.buy("pro.monthly")
        sample.store.delivery.interrupt()
        await #expect(throws: SessionError.refused(.invalidAction("the store closes"))) {
            try await sample.store.delivery.advance { _ in SampleStore.start + 400 * SampleStore.day }
        }
        #expect(sample.session.allTransactions().count == 1)
    }

    @Test("Of very much that happens the first is kept, and the rest counted")
    func progress() throws {
        let sample = try SampleStore()
        try sample.buy("pro.monthly")
        let events = try sample.session.advance(to: SampleStore.start + 300 * SampleStore.day)
        let times = ClockProgress.limit / events.count + 1
        let progress = ClockProgress(events: Array(repeatElement(events, count: times).joined()))
        #expect(progress.events.count == ClockProgress.limit)
        #expect(progress.events.last?.date == events[(ClockProgress.limit - 1) % events.count].date)
        #expect(progress.eventsLeftOut == times * events.count - ClockProgress.limit)
        #expect(progress.attemptsLeftOut == 0)
    }
}
