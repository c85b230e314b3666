/// Something that the server refused, or a connection that is gone.
struct PostgreSQLFailure: Error, Hashable, Sendable {
    /// The server's code; nil when libpq speaks by itself.
    var state: SQLState?
    /// The server's own words, or libpq's; they name tables and columns, never values.
    var message: String
    /// The statement that failed.
    var operation: String?
    /// Its place among those sent together.
    var index: Int?
    /// Whether the connection is of no use any more.
    var isConnectionLost = false
    /// Whether the server asked for a password and got none.
    var needsPassword = false
    /// Whether a stored value cannot be read.
    var isDamage = false

    /// A stored value that cannot be read.
    static func damage(_ message: String) -> PostgreSQLFailure { PostgreSQLFailure(message: message, isDamage: true) }

    /// A message of several lines in one, shortened.
    static func oneLine(_ message: String) -> String {
        let lines = message.split(whereSeparator: \.isNewline).map { line in
            String(line.drop { $0 == "\t" || $0 == " " })
        }
        return String(lines.joined(separator: "; ").prefix(400))
    }
}

extension PostgreSQLFailure: CustomStringConvertible {
    var description: String {
        let code = state.map { " (\($0.rawValue))" } ?? ""
        return message + code + (operation.map { " in: \($0)" } ?? "")
    }
}
