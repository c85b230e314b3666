/// What a look at a store from outside found; nothing was changed by it.
package struct StoreCondition: Hashable, Sendable {
    /// The schema; nil where it could not be read.
    package var schema: SchemaStatus?
    /// The folder and the disk of a store in a file.
    package var disk: DiskCondition?
    /// The server of a store on one.
    package var server: ServerCondition?
    /// The first thing that the store could not do.
    package var failure: StoreError?

    /// Knows nothing yet.
    package init() {}
}
