/// The layout of the database and its history.
enum Schema {
    /// Marks the file as ours (`PRAGMA application_id`): "Stkp" in ASCII.
    static let applicationID: Int64 = 0x5374_6B70

    /// The scripts in order; the first makes schema 1 out of an empty file.
    ///
    /// A released script never changes.
    static let migrations: [String] = [schema1, schema2, schema3, schema4, schema5, schema6]

    /// The schema this program writes (`PRAGMA user_version`).
    static var current: Int { migrations.count }
}
