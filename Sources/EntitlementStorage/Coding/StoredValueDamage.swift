/// A stored value that this program did not write.
package struct StoredValueDamage: Error, Hashable, Sendable {
    /// What is wrong, without the value.
    package let message: String

    /// Says what is wrong.
    package init(_ message: String) { self.message = message }
}
