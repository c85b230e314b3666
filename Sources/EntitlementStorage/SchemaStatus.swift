/// Which schema a store has, and which one this program needs.
package struct SchemaStatus: Hashable, Sendable {
    /// The schema that was found; 0 where there is no store yet.
    package var found: Int
    /// The schema that this program writes.
    package var needed: Int

    /// Pairs both.
    package init(found: Int, needed: Int) {
        self.found = found
        self.needed = needed
    }
}
