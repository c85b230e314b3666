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
        } else if let milliseconds = Int64(text) {
            self = .at(milliseconds)
        } else if text.utf8.count > 18, text.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }) {
            throw Mistake(reason: "it does not fit 64 bits", hint: Self.forms)
        } else {
            self = .at(try Self.iso8601(text))
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

    private static func iso8601(_ text: String) throws(Mistake) -> Int64 {
        var scanner = Scanner(text)
        let wrong = Mistake(reason: "it has another form", hint: forms)
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2)
        else { throw wrong }
        guard let date = CivilDateTime(year: Int64(year), month: month, day: day) else {
            throw Mistake(reason: "there is no such day", hint: forms)
        }
        if scanner.isAtEnd { return date.milliseconds }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let hour = scanner.digits(2),
            scanner.skip(":"), let minute = scanner.digits(2)
        else { throw wrong }
        var second = 0
        var fraction = 0
        if scanner.skip(":") {
            guard let digits = scanner.digits(2) else { throw wrong }
            second = digits
            if scanner.skip(".") || scanner.skip(",") {
                guard let milliseconds = scanner.milliseconds() else { throw wrong }
                fraction = milliseconds
            }
        }
        guard hour < 24, minute < 60, second < 60 else {
            throw Mistake(reason: "there is no such time of day", hint: forms)
        }
        let local = date.milliseconds + Int64(((hour * 60 + minute) * 60 + second) * 1000 + fraction)
        if scanner.isAtEnd { throw Mistake(reason: "its zone is missing", hint: "write \(text)Z for UTC") }
        if scanner.skip("Z") || scanner.skip("z") {
            guard scanner.isAtEnd else { throw wrong }
            return local
        }
        let isEast = scanner.skip("+")
        guard isEast || scanner.skip("-"), let hours = scanner.digits(2) else { throw wrong }
        _ = scanner.skip(":")
        let minutes = scanner.isAtEnd ? 0 : scanner.digits(2)
        guard let minutes, scanner.isAtEnd, hours < 24, minutes < 60 else { throw wrong }
        let offset = Int64((hours * 60 + minutes) * 60_000)
        return isEast ? local - offset : local + offset
    }

    /// Reads fixed parts from the front of a text.
    private struct Scanner {
        private var rest: ArraySlice<UInt8>

        init(_ text: String) { rest = Array(text.utf8)[...] }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func digits(_ count: Int) -> Int? {
            let taken = rest.prefix(count)
            guard taken.count == count, taken.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            rest = rest.dropFirst(count)
            return taken.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        /// The digits of a fraction of a second, rounded down to milliseconds.
        mutating func milliseconds() -> Int? {
            let taken = rest.prefix { (0x30...0x39).contains($0) }
            guard !taken.isEmpty else { return nil }
            rest = rest.dropFirst(taken.count)
            return (0..<3).reduce(0) { value, place in
                value * 10 + (place < taken.count ? Int(taken[taken.startIndex + place] - 0x30) : 0)
            }
        }
    }
}
