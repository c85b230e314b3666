/// The channel on which the writers of a database say that there are new events (LISTEN and NOTIFY).
///
/// Each schema has its own. A notification only says that it is worth looking; what is new is in the tables.
enum EventChannel {
    private static let name = "'storekeeper_' || md5(current_schema()::text)"

    /// Asks for the name of the channel, which is a word that needs no quotes.
    static let question = Command("SELECT \(name)")

    /// Tells all who listen; `author` lets them know their own words.
    static func notify(_ author: String?) -> Command {
        Command("SELECT 1 FROM pg_notify(\(name), $1::text)", .text(author ?? ""))
    }
}
