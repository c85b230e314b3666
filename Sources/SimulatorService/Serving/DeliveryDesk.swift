package import StoreSimulator
internal import Synchronization

/// The way of a session's notifications to one server at a time, and what is known of the attempts.
///
/// While there is a server, time must be moved here, so that retries fall where they belong.
package final class DeliveryDesk: Sendable {
    /// A connection to a server.
    package struct Line: Sendable {
        /// Sends one attempt.
        package var send: NotificationDelivery.Sender
        /// Ends all attempts under way.
        package var close: @Sendable () async -> Void

        /// Describes a connection.
        package init(send: @escaping NotificationDelivery.Sender, close: @escaping @Sendable () async -> Void = {}) {
            self.send = send
            self.close = close
        }
    }

    /// Connects to a server.
    package typealias Connector = @Sendable (_ url: String) throws(SessionError) -> Line

    private struct State {
        var url: String?
        var chaos: DeliveryChaos?
        var line: Line?
        var delivery: NotificationDelivery?
        var attempts: [String: [SendAttempt]] = [:]
        var recent: [DeliveredAttempt] = []
        /// The last thing to be done in turn.
        var tail: Task<Void, Never>?
    }

    /// How many attempts are kept one by one.
    private static let recentLimit = 1000
    /// How many notifications' attempts are kept before those that the session forgot are dropped.
    private static let attemptLimit = 200_000

    /// At how many moments something may happen in one move of the clock.
    private static let eventLimit = 100_000

    private let session: SimulatorSession
    private let connect: Connector
    private let state = Mutex(State())

    /// Sends nothing until a server is named.
    package init(
        session: SimulatorSession, connect: @escaping Connector = DeliveryDesk.post
    ) {
        self.session = session
        self.connect = connect
    }

    /// Posts over HTTP.
    @Sendable package static func post(_ url: String) throws(SessionError) -> Line {
        let poster = try NotificationPoster(url: url)
        return Line(send: { body, manner in await poster.send(body, manner: manner) }, close: { await poster.close() })
    }

    /// Where notifications are sent.
    package var url: String? { state.withLock { $0.url } }

    /// What goes wrong on the way.
    package var chaos: DeliveryChaos? { state.withLock { $0.chaos } }

    /// The attempts made so far for a notification, oldest first.
    package func attempts(of id: String) -> [SendAttempt] { state.withLock { $0.attempts[id] ?? [] } }

    /// The latest attempts, oldest first, duplicates too.
    package var recentAttempts: [DeliveredAttempt] { state.withLock { $0.recent } }

    /// How many attempts wait for their time.
    package func waiting() async -> Int { await state.withLock { $0.delivery }?.waiting ?? 0 }

    /// Sends the notifications from now on to a server, or to none; attempts that wait for another are dropped.
    package func setServer(_ url: String?, chaos: DeliveryChaos?) async throws(SessionError) {
        var line: Line?
        if let url { line = try connect(url) }
        let delivery = line.map { NotificationDelivery(session: session, chaos: chaos, send: $0.send) }
        let old = state.withLock { state in
            let old = state.line
            state.line = line
            state.delivery = delivery
            state.url = url
            state.chaos = chaos
            return old
        }
        await old?.close()
    }

    /// Sends what is due now.
    @discardableResult
    package func deliver() async -> [DeliveredAttempt] {
        guard let delivery = state.withLock({ $0.delivery }) else { return [] }
        let made = await delivery.deliver()
        record(made)
        return made
    }

    /// Sends what is due now, without keeping the caller waiting; the App Store does not wait for it either.
    package func deliverSoon() {
        inTurn { [weak self] in await self?.deliver() }
    }

    /// Waits until everything that was begun is done.
    package func settle() async { await state.withLock { $0.tail }?.value }

    /// Ends all attempts.
    package func close() async { await state.withLock { $0.line }?.close() }

    /// Moves a virtual clock, and sends on the way what is due then.
    ///
    /// - Parameter date: Tells from the present moment where to go; `nil` stays.
    /// - Returns: What happened in the store, and the attempts, in order.
    /// - Throws: ``SessionError``, `refused`, when the moment has passed or lies too far ahead.
    package func advance(
        to date: @escaping @Sendable (_ session: SimulatorSession) -> Int64?
    ) async throws(SessionError) -> (events: [SessionEvent], attempts: [DeliveredAttempt]) {
        let outcome = Mutex<Result<Progress, SessionError>>(.success(Progress()))
        let task = inTurn { [session] in
            do throws(SessionError) {
                let progress = try await self.advance(date(session))
                outcome.withLock { $0 = .success(progress) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
        await task.value
        let progress = try outcome.withLock { $0 }.get()
        return (progress.events, progress.attempts)
    }

    private struct Progress: Sendable {
        var events: [SessionEvent] = []
        var attempts: [DeliveredAttempt] = []
    }

    private func advance(_ date: Int64?) async throws(SessionError) -> Progress {
        var progress = Progress()
        guard let date else { return progress }
        guard let delivery = state.withLock({ $0.delivery }) else {
            progress.events = try session.advance(to: date)
            return progress
        }
        progress.attempts += await deliver()
        var count = 0
        while let next = session.nextEventDate, next <= date {
            count += 1
            // What happened until then has happened; the caller may go on from there.
            guard count <= DeliveryDesk.eventLimit else {
                throw .refused(.tooManyEvents(limit: DeliveryDesk.eventLimit))
            }
            // Up to the event only retries can fall due.
            if next > session.now { progress.attempts += try await move(delivery, to: next - 1) }
            progress.events += try session.advance(to: max(next, session.now))
            progress.attempts += await deliver()
        }
        progress.attempts += try await move(delivery, to: date)
        return progress
    }

    private func move(_ delivery: NotificationDelivery, to date: Int64) async throws(SessionError) -> [DeliveredAttempt]
    {
        let made = try await delivery.advance(to: date)
        record(made)
        return made
    }

    private func record(_ made: [DeliveredAttempt]) {
        if made.isEmpty { return }
        state.withLock { state in
            for one in made where !one.attempt.isDuplicate {
                state.attempts[one.notification.id, default: []].append(SendAttempt(date: one.date, result: one.result))
            }
            state.recent += made
            if state.recent.count > 2 * DeliveryDesk.recentLimit {
                state.recent.removeFirst(state.recent.count - DeliveryDesk.recentLimit)
            }
            guard state.attempts.count > DeliveryDesk.attemptLimit else { return }
            state.attempts = state.attempts.filter { session.notification(id: $0.key) != nil }
        }
    }

    /// Runs something after everything that was begun before.
    @discardableResult
    private func inTurn(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        state.withLock { state in
            let before = state.tail
            let task = Task {
                await before?.value
                await body()
            }
            state.tail = task
            return task
        }
    }
}
