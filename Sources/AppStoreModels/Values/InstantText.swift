/// Instants as people and programs write them.
package enum InstantText {
    /// How an instant may be written.
    package static let forms =
        "milliseconds since 1970, 2026-11-02, 2026-11-02T10:00:03Z or with an offset +02:00"

    /// Why a text is no instant.
    package enum Mistake: Error, Hashable, Sendable {
        /// It is written in another way.
        case form
        /// The number does not fit 64 bits.
        case tooLarge
        /// The calendar has no such day.
        case noSuchDay
        /// A day has no such time.
        case noSuchTime
        /// A time of day without a zone could be anywhere.
        case missingZone

        /// The reason in words.
        package var reason: String {
            switch self {
            case .form: "it has another form"
            case .tooLarge: "it does not fit 64 bits"
            case .noSuchDay: "there is no such day"
            case .noSuchTime: "there is no such time of day"
            case .missingZone: "its zone is missing"
            }
        }
    }

    /// Reads milliseconds since 1970 or ISO 8601 with a zone; a day alone is its first instant in UTC.
    ///
    /// Seconds, and their fraction to any length, may be missing; what is finer than a millisecond is dropped.
    package static func parse(_ text: String) throws(Mistake) -> Int64 {
        var digits = text.utf8[...]
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return try iso8601(text) }
        guard let milliseconds = Int64(text) else { throw .tooLarge }
        return milliseconds
    }

    private static func iso8601(_ text: String) throws(Mistake) -> Int64 {
        var scanner = Scanner(text)
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2)
        else { throw .form }
        let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
        guard (1...12).contains(month), (1...CivilDate.length(ofMonth: date.month, in: date.year)).contains(date.day)
        else { throw .noSuchDay }
        let midnight = date.daysSince1970 * 86_400_000
        if scanner.isAtEnd { return midnight }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let hour = scanner.digits(2),
            scanner.skip(":"), let minute = scanner.digits(2)
        else { throw .form }
        var second = 0
        var fraction = 0
        if scanner.skip(":") {
            guard let digits = scanner.digits(2) else { throw .form }
            second = digits
            if scanner.skip(".") || scanner.skip(",") {
                guard let milliseconds = scanner.milliseconds() else { throw .form }
                fraction = milliseconds
            }
        }
        guard hour < 24, minute < 60, second < 60 else { throw .noSuchTime }
        let local = midnight + Int64(((hour * 60 + minute) * 60 + second) * 1000 + fraction)
        if scanner.isAtEnd { throw .missingZone }
        if scanner.skip("Z") || scanner.skip("z") {
            guard scanner.isAtEnd else { throw .form }
            return local
        }
        let isEast = scanner.skip("+")
        guard isEast || scanner.skip("-"), let hours = scanner.digits(2) else { throw .form }
        _ = scanner.skip(":")
        let minutes = scanner.isAtEnd ? 0 : scanner.digits(2)
        guard let minutes, scanner.isAtEnd, hours < 24, minutes < 60 else { throw .form }
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
