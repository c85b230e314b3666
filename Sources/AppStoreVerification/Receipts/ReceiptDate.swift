internal import AppStoreModels

/// Dates in receipts: RFC 3339, section 5.6, and Xcode's way to leave the colon out of the offset.
enum ReceiptDate {
    /// The instant in milliseconds since 1970-01-01T00:00:00Z; `nil` for any other text.
    static func milliseconds(_ text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        guard let year = number(4, &rest), skip("-", &rest), let month = number(2, &rest), skip("-", &rest),
            let day = number(2, &rest), skip("T", &rest) || skip("t", &rest), let hour = number(2, &rest),
            skip(":", &rest), let minute = number(2, &rest), skip(":", &rest), let second = number(2, &rest),
            (1...12).contains(month), day >= 1, day <= CivilDate.length(ofMonth: month, in: year), hour < 24,
            minute < 60, second <= 60, let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty
        else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        // Four digits of a year keep all of this far from the ends of 64 bits.
        return ((days * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000 + fraction
    }

    /// Milliseconds from the digits behind a point; more of them are cut off.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard skip(".", &rest) else { return 0 }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        var kept = Array(digits.prefix(3))[...]
        while kept.count < 3 { kept.append(UInt8(ascii: "0")) }
        return number(3, &kept)
    }

    /// Minutes east of UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        if skip("Z", &rest) || skip("z", &rest) { return 0 }
        let isWest = skip("-", &rest)
        guard isWest || skip("+", &rest), let hours = number(2, &rest) else { return nil }
        _ = skip(":", &rest)
        guard let minutes = number(2, &rest), hours < 24, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }

    private static func number(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    private static func skip(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
