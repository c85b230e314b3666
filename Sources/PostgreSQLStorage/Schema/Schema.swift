/// The layout of the database and its history.
enum Schema {
    /// The scripts in order; the first makes schema 1 out of an empty one.
    ///
    /// A released script never changes.
    static func migrations(partitions: Int) -> [[String]] {
        [schema1(partitions: partitions), schema2(partitions: partitions), schema3, schema4, schema5]
    }

    /// The schema this program writes.
    static let current = 5

    /// Where it is kept which schema there is.
    static let versionTable = "storekeeper_migration"

    /// The tables of every schema so far; where others have these names nothing is touched.
    static let tables = [
        "scope", "header", "line", "fact", "version", "customer", "notification", "rejected", "total",
        "projection", "event", "webhook_target", "delivery", "delivery_attempt",
        "ledger",
    ]

    /// The schema (PostgreSQL's word for a folder of tables) where the connection names none.
    static let defaultName = "storekeeper"

    /// The first half of the keys of our advisory locks: "Stkp" in ASCII.
    static let lockClass: Int32 = 0x5374_6B70
    /// The first half of the keys of those who decide on a subject of the ledger, which is the second half.
    static let ledgerLockClass: Int32 = 0x5374_6B71
    /// The second half of the key under which rejected inputs are dropped; 1 is that of migrations.
    static let dropLock: Int32 = 2
    static let migrationLock: Int32 = 1
    /// That of whoever draws numbers that readers keep as their place, from the first of them to the end of the
    /// transaction.
    static let orderLock: Int32 = 3
}
