extension SimulatorSession {
    /// The kept notifications after the first so many, and how many were made before the first of them.
    ///
    /// Both are read at one moment: a page that is numbered by them loses nothing to a notification made meanwhile.
    package func numberedNotifications(after count: Int) -> (first: Int, notifications: [SignedNotification]) {
        read { state in
            let made = Array(state.history.made(after: count))
            return (state.history.count - made.count, made)
        }
    }
}
