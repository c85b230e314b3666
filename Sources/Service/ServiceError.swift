package import AppStoreVerification
package import EntitlementStorage
package import HTTPServing

/// Why a service with a sound configuration cannot start.
package enum ServiceError: Error, Hashable, Sendable {
    /// The store cannot be opened.
    case store(StoreError)
    /// A listener cannot be bound; the setting names it.
    case listener(setting: String, HTTPServingError)
    /// The verifier cannot be made.
    case verifier(VerifierConfigurationError)
    /// Nothing can be sent to webhooks; why.
    case webhooks(String)

    /// Whether the same start can succeed later without anybody changing the configuration.
    package var isTemporary: Bool {
        switch self {
        case .store(let error): error.isTemporary
        case .listener, .verifier, .webhooks: false
        }
    }

    /// The same in the words of configuration problems.
    package var problem: ConfigurationProblem {
        switch self {
        case .store(let error): ConfigurationProblem("store", error.description, hint: error.hint)
        case .listener(let setting, let error): ConfigurationProblem(setting, error.description)
        case .verifier(let error): ConfigurationProblem("trust", error.description)
        case .webhooks(let reason): ConfigurationProblem("webhooks", reason)
        }
    }
}

extension ServiceError: CustomStringConvertible {
    /// One line for people.
    package var description: String { problem.description }
}
