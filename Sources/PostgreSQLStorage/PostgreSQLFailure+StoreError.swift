internal import EntitlementStorage

extension StoreError {
    /// Says in the store's words what happened; `address` is shown, so it holds no secret.
    init(_ failure: PostgreSQLFailure, address: String) {
        if failure.isDamage || failure.state?.group == "XX" {
            self = .damaged(file: address, reason: failure.message)
        } else if failure.needsPassword {
            self = .cannotConnect(address: address, reason: "the server asks for a password")
        } else if failure.state == .diskFull {
            self = .full(reason: "no space left at '\(address)'")
        } else if failure.state == .insufficientPrivilege || failure.state == .featureNotSupported {
            self = .cannotConnect(address: address, reason: failure.message)
        } else if failure.isConnectionLost || failure.state?.isPassing ?? true {
            let code = failure.state.map { " (\($0.rawValue))" } ?? ""
            self = .unavailable(reason: "'\(address)': \(failure.message)\(code)")
        } else {
            self = .defect(failure.description)
        }
    }
}
