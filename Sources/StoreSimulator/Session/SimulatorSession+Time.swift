extension SimulatorSession {
    /// The app that sells.
    public var app: SimulatedApp { read { $0.world.app } }

    /// The present moment of the session, in milliseconds since 1970-01-01T00:00:00Z.
    public var now: Int64 { read { $0.world.now } }

    /// When the next thing happens by itself, in milliseconds since 1970-01-01T00:00:00Z; `nil` when nothing will.
    public var nextEventDate: Int64? { read { $0.world.nextEventDate } }

    /// Moves a virtual clock on.
    ///
    /// - Parameter duration: How far, rounded down to milliseconds.
    /// - Returns: What happened on the way, in order.
    /// - Throws: ``SessionError``, `refused`, when the duration is negative or leads beyond the year 9999.
    @discardableResult
    public func advance(by duration: Duration) throws(SessionError) -> [SessionEvent] {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let milliseconds = overflow ? Int64.max : whole + attoseconds / 1_000_000_000_000_000
        return try change { state throws(SessionError) in
            let (date, overflow) = state.world.now.addingReportingOverflow(milliseconds)
            return try SimulatorSession.advance(&state, to: overflow ? .max : date)
        }
    }

    /// Moves a virtual clock to a moment.
    ///
    /// - Parameter date: The moment, in milliseconds since 1970-01-01T00:00:00Z; not before the present one.
    /// - Returns: What happened on the way, in order.
    /// - Throws: ``SessionError``, `refused`, when the moment has passed or lies beyond the year 9999.
    @discardableResult
    public func advance(to date: Int64) throws(SessionError) -> [SessionEvent] {
        try change { state throws(SessionError) in try SimulatorSession.advance(&state, to: date) }
    }

    /// Refuses a moment that the clock cannot go to, without going.
    ///
    /// - Throws: ``SessionError``, `refused`, when the moment has passed or lies beyond the year 9999.
    package func checkMove(to date: Int64) throws(SessionError) {
        try read { state throws(SessionError) in
            do throws(SimulatorError) { try state.world.checkMove(to: date) } catch { throw .refused(error) }
        }
    }

    /// Moves a virtual clock to the next thing that happens by itself.
    ///
    /// - Returns: What happened, in order; empty when nothing will happen any more.
    @discardableResult
    public func advanceToNextEvent() throws(SessionError) -> [SessionEvent] {
        try change { state throws(SessionError) in try state.publish(state.world.advanceToNextEvent()) }
    }
}
