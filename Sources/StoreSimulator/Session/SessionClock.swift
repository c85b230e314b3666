/// Where a session's time comes from.
public enum SessionClock: Sendable {
    /// Time stands still until it is moved; it starts at a moment in milliseconds since 1970-01-01T00:00:00Z.
    case virtual(start: Int64)
    /// Time passes by itself: the closure tells the present in milliseconds since 1970-01-01T00:00:00Z.
    case live(now: @Sendable () -> Int64)

    /// The moment at which the session starts.
    var start: Int64 {
        switch self {
        case .virtual(let start): start
        case .live(let now): now()
        }
    }
}
