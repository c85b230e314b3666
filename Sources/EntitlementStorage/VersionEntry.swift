/// A line of the listing of all versions.
package struct VersionEntry: Hashable, Sendable {
    /// The version's key.
    package var key: VersionKey
    /// Whether it is the greatest of its fact.
    package var isHeld: Bool

    /// Puts an entry together.
    package init(key: VersionKey, isHeld: Bool) {
        self.key = key
        self.isHeld = isHeld
    }
}
