extension UInt8 {
    /// Whether the byte is a space, tab, line feed or carriage return (RFC 8259, section 2).
    package var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension ArraySlice<UInt8> {
    /// The bytes without white space at either end.
    package func trimmingWhiteSpace() -> ArraySlice<UInt8> {
        guard let first = firstIndex(where: { !$0.isWhiteSpace }), let last = lastIndex(where: { !$0.isWhiteSpace })
        else { return self[startIndex..<startIndex] }
        return self[first...last]
    }
}
