/// The order of commits, as readers that keep a place see it: numbers are drawn in it.
///
/// Numbers of a sequence come in the order in which they are drawn, and their rows can be read in the order of commits.
/// If these two differed, a reader could pass by a number whose row is committed late. So all who draw numbers do it one
/// after the other, each until its commit.
enum CommitOrder {
    /// Puts statements that draw numbers under the lock; to be the last before the COMMIT, since others wait.
    static func commands(_ drawing: [Command]) -> [Command] {
        guard !drawing.isEmpty else { return [] }
        return [
            Command(
                "SELECT pg_advisory_xact_lock($1::int4, hashtext(current_schema()) # $2::int4)",
                .word(Schema.lockClass), .word(Schema.orderLock))
        ] + drawing
    }
}
