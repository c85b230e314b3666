package import AppStoreModels

/// How far back the App Store's history of notifications goes, and what of it is wanted.
package struct NotificationWindow: Hashable, Sendable {
    /// The first moment of sending, in milliseconds since 1970.
    package var since: Int64
    /// The end of the moments of sending, not included.
    package var until: Int64

    /// Why a window cannot be asked for.
    package enum Mistake: Error, Hashable, Sendable {
        /// It has no length.
        case empty
        /// It begins before the history does; when that begins.
        case tooEarly(earliest: Int64, days: Int64)
    }

    /// How many days the history has.
    package static func days(in environment: Environment) -> Int64 { environment == .production ? 180 : 30 }

    /// Checks a window before anybody is asked.
    package init(since: Int64, until: Int64, environment: Environment, now: Int64) throws(Mistake) {
        guard since < until else { throw .empty }
        let days = NotificationWindow.days(in: environment)
        let earliest = max(now - days * 86_400_000, 0)
        guard since >= earliest else { throw .tooEarly(earliest: earliest, days: days) }
        self.since = since
        self.until = until
    }
}
