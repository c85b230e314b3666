package import StoreSimulator

/// Why a scenario could not be run to its end; an unmet expectation is no failure.
package enum ScenarioFailure: Error, Hashable, Sendable {
    /// The simulated store cannot go on.
    case session(SessionError)
    /// The receiver cannot be asked.
    case receiver(String)
    /// The receiver's answer is not one.
    case answer(String)
}

extension ScenarioFailure: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        switch self {
        case .session(let error): error.description
        case .receiver(let reason): reason
        case .answer(let reason): "the answer cannot be read: \(reason)"
        }
    }
}
