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
        var isClosing = false
        /// The last thing to be done in turn.
        var tail: Task<Void, Never>?
    }

    /// How many attempts are kept one by one.
    private static let recentLimit = 1000
    /// How many notifications' attempts are kept before those that the session forgot are dropped.
    private static let attemptLimit = 200_000

    let session: SimulatorSession
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

    /// Ends a move of the clock after the event it is at; a long one would keep everything from ending.
    package func interrupt() { state.withLock { $0.isClosing = true } }

    /// Ends all attempts.
    package func close() async { await state.withLock { $0.line }?.close() }

    /// The server that notifications are sent to now.
    var delivery: NotificationDelivery? { state.withLock { $0.delivery } }

    /// Whether the desk closes, so that nothing long is to be gone on with.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    func record(_ made: [DeliveredAttempt]) {
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
    func inTurn(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
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
