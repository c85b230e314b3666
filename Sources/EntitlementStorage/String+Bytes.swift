extension String {
    /// Whether both texts have the same UTF-8 bytes; plain equality also accepts what Unicode calls equivalent.
    package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
