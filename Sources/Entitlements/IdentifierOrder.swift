/// The order of the App Store's identifiers: decimal integers by length, then bytes; anything else after them, by bytes.
public enum IdentifierOrder {
    /// Whether `left` comes before `right`.
    public static func precedes(_ left: String, _ right: String) -> Bool { compare(left, right) < 0 }

    /// Negative when `left` comes first, positive when `right` does, 0 when their bytes are equal.
    public static func compare(_ left: String, _ right: String) -> Int {
        switch (isDecimal(left), isDecimal(right)) {
        case (true, true):
            let (count, otherCount) = (left.utf8.count, right.utf8.count)
            return count == otherCount ? ByteOrder.compare(left, right) : (count < otherCount ? -1 : 1)
        case (true, false): return -1
        case (false, true): return 1
        case (false, false): return ByteOrder.compare(left, right)
        }
    }

    private static func isDecimal(_ text: String) -> Bool {
        !text.utf8.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
