public import AppStoreModels

/// Sends a session's notifications to a server, with retries in the session's time.
///
/// Time is moved through the delivery rather than the session, so that retries fall where they belong.
public actor NotificationDelivery {
    /// Sends one attempt; tests give a function, programs a ``NotificationPoster``.
    public typealias Sender = @Sendable (_ body: [UInt8], _ manner: DeliveryAttempt.Manner) async -> SendAttemptResult

    private let session: SimulatorSession
    private let send: Sender
    private let isBursting: Bool
    private var schedule: DeliverySchedule
    /// How many of the session's notifications were scheduled.
    private var scheduled: Int

    /// Takes a session's notifications from now on.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - rules: The App Store's rules for the session's environment, unless others are given.
    ///   - chaos: What goes wrong on the way.
    ///   - send: Sends one attempt.
    public init(
        session: SimulatorSession, rules: DeliveryRules? = nil, chaos: DeliveryChaos? = nil, send: @escaping Sender
    ) {
        self.session = session
        self.send = send
        isBursting = (chaos?.burst ?? 0) > 0
        schedule = DeliverySchedule(rules: rules ?? DeliveryRules(environment: session.app.environment), chaos: chaos)
        scheduled = session.notificationCount
    }

    /// Takes a session's notifications from now on, and posts them.
    public init(
        session: SimulatorSession, rules: DeliveryRules? = nil, chaos: DeliveryChaos? = nil, poster: NotificationPoster
    ) {
        self.init(session: session, rules: rules, chaos: chaos) { body, manner in
            await poster.send(body, manner: manner)
        }
    }

    /// The attempts made so far for a notification, oldest first.
    public func attempts(of notificationID: String) -> [SendAttempt] { schedule.attempts(of: notificationID) }

    /// How many attempts wait for their time.
    public var waiting: Int { schedule.count }

    /// Sends what is due now.
    ///
    /// - Returns: The attempts, in the order in which they were made.
    @discardableResult
    public func deliver() async -> [DeliveredAttempt] {
        var delivered: [DeliveredAttempt] = []
        // What was sent may lead to more that is due at once, such as a duplicate.
        while true {
            scheduleNew()
            let now = session.now
            let due = schedule.takeDue(at: now)
            if due.isEmpty { return delivered }
            // What the session's history no longer keeps cannot be sent.
            for attempt in due where session.notification(id: attempt.notificationID) == nil {
                schedule.record(.other, of: attempt, at: now)
            }
            for made in await attempt(due, at: now) {
                schedule.record(made.result, of: made.attempt, at: now)
                delivered.append(made)
            }
        }
    }

    /// Moves the session's clock, and sends on the way what is due then.
    ///
    /// - Parameter date: The moment, in milliseconds since 1970-01-01T00:00:00Z; not before the present one.
    /// - Returns: The attempts, in the order in which they were made.
    /// - Throws: ``SessionError``, `refused`, when the moment has passed or lies beyond the year 9999.
    @discardableResult
    public func advance(to date: Int64) async throws(SessionError) -> [DeliveredAttempt] {
        // Before anything moves: a refused move has moved nothing.
        try session.checkMove(to: date)
        var delivered = await deliver()
        while let next = [session.nextEventDate, schedule.nextAttemptDate].compactMap(\.self).min(), next <= date {
            try session.advance(to: max(next, session.now))
            delivered += await deliver()
        }
        try session.advance(to: date)
        return delivered + (await deliver())
    }

    /// Lets go of what chaos holds back, and moves the clock until every retry has been made.
    ///
    /// What happens meanwhile is sent too; where subscriptions renew faster than retries come, this may never end.
    ///
    /// - Parameter limit: After how many attempts to stop.
    /// - Returns: The attempts, in the order in which they were made.
    /// - Throws: ``SessionError``, `refused`, when the clock cannot go on.
    @discardableResult
    public func finish(atMost limit: Int = .max) async throws(SessionError) -> [DeliveredAttempt] {
        var delivered = await deliver()
        schedule.releaseAll(at: session.now)
        delivered += await deliver()
        while delivered.count < limit, let next = schedule.nextAttemptDate {
            delivered += try await advance(to: max(next, session.now))
        }
        return delivered
    }

    private func scheduleNew() {
        // Both in one look: what is made in between would never be sent.
        let (first, new) = session.numberedNotifications(after: scheduled)
        scheduled = first + new.count
        for notification in new { schedule.add(notification.id, at: session.now) }
    }

    private func attempt(_ due: [DeliveryAttempt], at now: Int64) async -> [DeliveredAttempt] {
        let items = due.compactMap { attempt in session.notification(id: attempt.notificationID).map { ($0, attempt) } }
        guard isBursting, items.count > 1 else {
            var made: [DeliveredAttempt] = []
            for (notification, attempt) in items {
                let result = await send(notification.body, attempt.manner)
                made.append(
                    DeliveredAttempt(notification: notification, attempt: attempt, date: now, result: result))
            }
            return made
        }
        return await withTaskGroup(of: (Int, DeliveredAttempt).self) { [send] group in
            for (place, (notification, attempt)) in items.enumerated() {
                group.addTask {
                    let result = await send(notification.body, attempt.manner)
                    return (
                        place,
                        DeliveredAttempt(notification: notification, attempt: attempt, date: now, result: result)
                    )
                }
            }
            var made: [(Int, DeliveredAttempt)] = []
            for await one in group { made.append(one) }
            return made.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
