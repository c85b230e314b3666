extension String {
    /// Whether both texts have the same UTF-8 bytes; plain equality also accepts what Unicode calls equivalent.
    package func hasSameBytes(as other: String) -> Bool {
        let left = utf8Span.span
        let right = other.utf8Span.span
        guard left.count == right.count else { return false }
        // Texts that were copied share their bytes.
        if left.isIdentical(to: right) { return true }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}
