/// Orders text by its UTF-8 bytes, as the stores do.
enum ByteOrder {
    /// Negative when `left` comes first, positive when `right` does, 0 when their bytes are equal.
    static func compare(_ left: String, _ right: String) -> Int {
        var rest = right.utf8.makeIterator()
        for byte in left.utf8 {
            guard let other = rest.next() else { return 1 }
            if byte != other { return byte < other ? -1 : 1 }
        }
        return rest.next() == nil ? 0 : -1
    }
}
