internal import AppStoreModels

/// A point in time as given on a command line: `now`, milliseconds since 1970, or ISO 8601 with a zone.
package enum TimeArgument: Hashable, Sendable {
    /// Whatever the clock says when it is asked.
    case now
    /// Milliseconds since 1970.
    case at(Int64)

    /// The point in time, in milliseconds since 1970.
    package func milliseconds(now: Int64) -> Int64 {
        switch self {
        case .now: now
        case .at(let milliseconds): milliseconds
        }
    }

    /// Why a text is not a time.
    package struct Mistake: Error, Hashable, Sendable {
        package var reason: String
        package var hint: String
    }

    /// Reads a time.
    package init(parsing text: String) throws(Mistake) {
        if text == "now" {
            self = .now
            return
        }
        do throws(InstantText.Mistake) {
            self = .at(try InstantText.parse(text))
        } catch {
            let hint = error == .missingZone ? "write \(text)Z for UTC" : "write now, \(InstantText.forms)"
            throw Mistake(reason: error.reason, hint: hint)
        }
    }

    /// What makes the time look unintended: whole seconds instead of milliseconds.
    package var doubt: Problem? {
        // As milliseconds, today's seconds are in January 1970.
        guard case .at(let milliseconds) = self, (500_000_000..<10_000_000_000).contains(milliseconds) else {
            return nil
        }
        return Problem(
            "is \(TimeText.utc(milliseconds)), as numbers are milliseconds",
            hint: "if seconds were meant, write \(milliseconds)000")
    }

    static let forms = "write now, milliseconds since 1970, 2026-11-02, 2026-11-02T10:00:03Z or with an offset +02:00"
}
