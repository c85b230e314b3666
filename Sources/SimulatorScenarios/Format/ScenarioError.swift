package import StoreKitConfiguration
package import StoreSimulator
package import StrictJSON

/// Why a text is no scenario.
package enum ScenarioError: Error, Hashable, Sendable {
    /// The bytes are not JSON.
    case json(JSONError)
    /// A value is not what it must be; `path` is empty for the whole file.
    case unexpected(path: String, expected: String, found: String)
    /// A member that must be there is not.
    case missing(path: String, expected: String)
    /// A member is not one of those there are.
    case unknownKey(path: String, key: String, nearest: String?)
    /// An action cannot be read.
    case action(path: String, StoreActionError)
    /// The products cannot be used.
    case products(path: String, StoreConfigurationError)
    /// The step before an expected error cannot fail.
    case nothingToFail(path: String)
}

extension ScenarioError: CustomStringConvertible {
    /// One line for people, with a hint on a line of its own where there is one.
    package var description: String {
        switch self {
        case .json(let error): "not a scenario: \(error)"
        case .unexpected(let path, let expected, let found):
            "\(path.isEmpty ? "the scenario" : path) must be \(expected), found \(found)"
        case .missing(let path, let expected): "\(path) is missing, expected \(expected)"
        case .unknownKey(let path, let key, let nearest):
            "\(path.isEmpty ? "the scenario" : path) has no key \"\(key.prefix(40))\""
                + (nearest.map { "\ndid you mean \"\($0)\"?" } ?? "")
        case .action(let path, let error): "\(path): \(error)"
        case .products(let path, let error): "\(path): \(error)"
        case .nothingToFail(let path): "\(path) must follow an action, settings or a move of the clock"
        }
    }
}
