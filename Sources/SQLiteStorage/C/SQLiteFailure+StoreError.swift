internal import EntitlementStorage

extension StoreError {
    /// Says in the store's words what SQLite said about `file`.
    init(_ failure: SQLiteFailure, file: String) {
        switch failure.code.primary {
        case .busy, .locked, .lockingProtocol:
            self = .unavailable(reason: "another process holds the lock of '\(file)' for too long")
        case .full: self = .full(reason: "no space left for '\(file)'")
        case .corrupt: self = .damaged(file: file, reason: failure.message)
        case .notADatabase: self = .notADatabase(file: file)
        case .readOnly, .inputOutput, .outOfMemory, .cannotOpen, .permission, .authorization:
            self = .unavailable(reason: "'\(file)': \(failure.message) (code \(failure.code.rawValue))")
        default: self = .defect(failure.description)
        }
    }
}
