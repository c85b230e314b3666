internal import AppStoreModels
package import StoreSimulator
internal import Synchronization

/// What happened in one move of the clock: the first of it, and how much more there was.
///
/// A move may last for thousands of years; all that happens in them would not fit into memory.
package struct ClockProgress: Sendable {
    /// How much is kept of each kind.
    package static let limit = 10_000

    /// What happened in the store, in order.
    package private(set) var events: [SessionEvent] = []
    /// The attempts, in order.
    package private(set) var attempts: [DeliveredAttempt] = []
    /// How many events are not kept.
    package private(set) var eventsLeftOut = 0
    /// How many attempts are not kept.
    package private(set) var attemptsLeftOut = 0

    /// Takes what happened at once.
    package init(events: [SessionEvent] = [], attempts: [DeliveredAttempt] = []) {
        add(events)
        add(attempts)
    }

    mutating func add(_ more: [SessionEvent]) {
        let kept = more.prefix(ClockProgress.limit - events.count)
        events += kept
        eventsLeftOut += more.count - kept.count
    }

    mutating func add(_ more: [DeliveredAttempt]) {
        let kept = more.prefix(ClockProgress.limit - attempts.count)
        attempts += kept
        attemptsLeftOut += more.count - kept.count
    }
}

extension DeliveryDesk {
    /// At how many moments something may happen in one move of the clock.
    package static let eventLimit = 1_000_000

    /// Moves a virtual clock, and sends on the way what is due then.
    ///
    /// The store is left alone between events, so that others are answered meanwhile.
    ///
    /// - Parameters:
    ///   - limit: At how many moments something may happen.
    ///   - date: Tells from the present moment where to go; `nil` stays.
    /// - Returns: What happened.
    /// - Throws: ``SessionError``, `refused`, when the moment has passed or lies too far ahead.
    package func advance(
        atMost limit: Int = eventLimit, to date: @escaping @Sendable (_ session: SimulatorSession) -> Int64?
    ) async throws(SessionError) -> ClockProgress {
        let outcome = Mutex<Result<ClockProgress, SessionError>>(.success(ClockProgress()))
        let task = inTurn { [session] in
            do throws(SessionError) {
                let progress = try await self.advance(date(session), atMost: limit)
                outcome.withLock { $0 = .success(progress) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
        await task.value
        return try outcome.withLock { $0 }.get()
    }

    private func advance(_ date: Int64?, atMost limit: Int) async throws(SessionError) -> ClockProgress {
        var progress = ClockProgress()
        guard let date else { return progress }
        // Before anything moves: a refused move has moved nothing.
        try session.checkMove(to: date)
        let delivery = self.delivery
        progress.add(await deliver())
        var count = 0
        while let next = session.nextEventDate, next <= date {
            count += 1
            // What happened until then has happened; the caller may go on from there.
            guard count <= limit else { throw .refused(.tooManyEvents(limit: limit)) }
            guard !isClosing else { throw .refused(.invalidAction("the store closes")) }
            // Up to the event only retries can fall due.
            if let delivery, next > session.now { progress.add(try await move(delivery, to: next - 1)) }
            progress.add(try session.advance(to: max(next, session.now)))
            progress.add(await deliver())
        }
        if let delivery {
            progress.add(try await move(delivery, to: date))
        } else {
            progress.add(try session.advance(to: date))
        }
        return progress
    }

    private func move(_ delivery: NotificationDelivery, to date: Int64) async throws(SessionError) -> [DeliveredAttempt]
    {
        let made = try await delivery.advance(to: date)
        record(made)
        return made
    }
}
