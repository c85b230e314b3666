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
    /// Responders cannot be asked; why.
    case revocation(String)
    /// The App Store cannot be asked in the background; why.
    case reconcile(String)
    /// The private listener, which is bound beyond this host, would answer without a token.
    case tokens

    /// Whether the same start can succeed later without anybody changing the configuration.
    package var isTemporary: Bool {
        switch self {
        case .store(let error): error.isTemporary
        case .listener, .verifier, .webhooks, .revocation, .reconcile, .tokens: false
        }
    }

    /// The same in the words of configuration problems.
    package var problem: ConfigurationProblem {
        switch self {
        case .store(let error): ConfigurationProblem("store", error.description, hint: error.hint)
        case .listener(let setting, let error): ConfigurationProblem(setting, error.description)
        case .verifier(let error): ConfigurationProblem("trust", error.description)
        case .webhooks(let reason): ConfigurationProblem("webhooks", reason)
        case .revocation(let reason): ConfigurationProblem("trust.revocation", reason)
        case .reconcile(let reason): ConfigurationProblem("reconcile", reason)
        case .tokens:
            ConfigurationProblem(
                "tokenFile", "is needed for as long as the private listener is bound beyond this host",
                hint: "name a file of tokens, or start anew with privateListen on loopback")
        }
    }
}

extension ServiceError: CustomStringConvertible {
    /// One line for people.
    package var description: String { problem.description }
}
