package import AppStoreServerAPI

/// Judges what the App Store answered to a question that does no harm.
package enum APIFindings {
    /// What came of the question.
    package enum Outcome: Hashable, Sendable {
        /// The token was accepted.
        case accepted
        /// It was not, or the question failed; what the server added about the token, where it does.
        case failed(ServerAPIError, said: String?)
    }

    /// What is known beside the answer.
    package struct Context: Sendable {
        /// The key and the names that go with it.
        package var key: KeyFindings.Given
        /// Who was asked, such as `https://api.storekit.apple.com`.
        package var server: String
        /// The environment that was asked.
        package var environment: String
        /// Whether the sandbox takes the same token; nil where it was not asked.
        package var sandboxAccepts: Bool?
        /// The clock's difference.
        package var skew: ClockSkew?

        /// Puts it together.
        package init(
            key: KeyFindings.Given, server: String, environment: String, sandboxAccepts: Bool? = nil,
            skew: ClockSkew? = nil
        ) {
            self.key = key
            self.server = server
            self.environment = environment
            self.sandboxAccepts = sandboxAccepts
            self.skew = skew
        }
    }

    /// Judges an answer.
    package static func judge(_ outcome: Outcome, _ context: Context) -> Finding {
        guard case .failed(let error, let said) = outcome else {
            return .ok(.api, "\(context.server) (\(context.environment)) takes the token")
        }
        switch error {
        case .refused(let refusal) where refusal.status == 401:
            guard !ClockFindings.isWrong(context.skew) else {
                return .skipped(.api, waitingFor: .clock, "\(context.server) refuses the token, as it must")
            }
            return unauthorized(said, context)
        case .refused(let refusal):
            return .problem(
                .api, "refused", "\(context.server) (\(context.environment)) refused: \(refusal)", next: error.advice,
                isTemporary: error.isRetryable)
        case .transport:
            return .problem(
                .api, "unreachable", "\(context.server) cannot be asked: \(plain(error))", next: error.advice,
                isTemporary: error.isRetryable)
        default:
            return .problem(.api, "failed", "\(context.server): \(plain(error))", next: error.advice)
        }
    }

    private static func plain(_ error: ServerAPIError) -> String {
        if case .transport(let failure) = error { return failure.description }
        return error.description
    }

    /// A bare 401 says nothing, so what is known besides decides which cause is told first.
    private static func unauthorized(_ said: String?, _ context: Context) -> Finding {
        let key = context.key
        var causes: [String] = []
        if context.sandboxAccepts == true {
            causes.append(
                "the app has never been released: the sandbox takes this very token, and Production does not before "
                    + "the first release")
        }
        if key.isForeignApp {
            causes.append("the bundle id \(Quoted.word(key.bundleId)) is none of the configured apps")
        }
        if let name = key.keyIdOfName, name != key.keyId {
            causes.append(
                "the key id is \(Quoted.word(key.keyId)), and the file is named after key \(Quoted.word(name))")
        }
        causes += [
            "the key is of another kind: it must be an In-App Purchase key, from Users and Access > Integrations",
            "the issuer id is another team's, or the key id is not this key's",
            "the bundle id is not that of an app of this team", "the key was revoked",
        ]
        if context.sandboxAccepts == nil, context.environment == "Production" {
            causes.append("the app has never been released: try --environment Sandbox")
        }
        let saying = said.map { "; the server says: \(ShortText.head($0, limit: 200))" } ?? ""
        return .problem(
            .api, "unauthorized", "\(context.server) (\(context.environment)) refused the token (401)\(saying)",
            next: causes)
    }
}
