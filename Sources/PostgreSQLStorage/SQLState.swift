/// A code of the server (PostgreSQL's appendix A), known or not.
struct SQLState: RawRepresentable, Hashable, Sendable {
    let rawValue: String

    init(rawValue: String) { self.rawValue = rawValue }

    /// The first two characters, which name the class.
    var group: Substring { rawValue.prefix(2) }

    static let featureNotSupported = SQLState(rawValue: "0A000")
    static let readOnlyTransaction = SQLState(rawValue: "25006")
    static let uniqueViolation = SQLState(rawValue: "23505")
    static let serializationFailure = SQLState(rawValue: "40001")
    static let deadlockDetected = SQLState(rawValue: "40P01")
    static let undefinedColumn = SQLState(rawValue: "42703")
    static let undefinedTable = SQLState(rawValue: "42P01")
    static let insufficientPrivilege = SQLState(rawValue: "42501")
    static let diskFull = SQLState(rawValue: "53100")
    static let lockNotAvailable = SQLState(rawValue: "55P03")

    /// Whether somebody else was in the way, so that the same transaction may succeed at once.
    var isConflict: Bool {
        // A key that exists although it did not when it was looked for: another process was faster.
        [.serializationFailure, .deadlockDetected, .uniqueViolation].contains(self)
    }

    /// Whether the server is going away or not there yet (class 57P), or too busy, or cannot write now.
    var isPassing: Bool {
        ["08", "53", "57", "58"].contains(group) || self == .readOnlyTransaction || self == .lockNotAvailable
            || isConflict
    }
}
