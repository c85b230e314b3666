public import AppStoreModels

/// The App Store's answer to a request that it does not fulfil.
public struct ServerAPIRefusal: Hashable, Sendable {
    /// The status of HTTP.
    public let status: Int
    /// Apple's number; `nil` where there is none, as with every 401.
    public let code: ServerAPIErrorCode?
    /// Apple's sentence; empty where there is none.
    public let message: String
    /// When to come again, in milliseconds since 1970, where the answer says so.
    public let retryAfter: Int64?
    /// Which environments were asked, in their order.
    public let environments: [Environment]
    /// How this machine's clock stands to the App Store's, where that is known.
    public let clockSkew: ClockSkew?

    /// Describes a refusal.
    public init(
        status: Int, code: ServerAPIErrorCode? = nil, message: String = "", retryAfter: Int64? = nil,
        environments: [Environment] = [], clockSkew: ClockSkew? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.environments = environments
        self.clockSkew = clockSkew
    }

    /// Apple's name of the error, such as `TransactionIdNotFoundError`, or what can be said without one.
    public var name: String {
        if let code { return code.name ?? "error \(code.rawValue)" }
        return status == 401 ? "Unauthorized" : "status \(status)"
    }

    /// Whether the same request may succeed later.
    public var isRetryable: Bool {
        if let code { return code.isRetryable || code.httpStatus == 429 }
        return status == 429 || status == 408 || status >= 500
    }

    /// Whether the request may have been carried out all the same.
    ///
    /// Whoever is told to try again, or to come more slowly, knows that nothing was done.
    var isUncertain: Bool { status >= 500 && code != .generalInternalRetryable || status == 408 }

    /// Whether what was asked about does not exist.
    public var isNotFound: Bool { status == 404 }

    /// What to do about it, most likely causes first.
    public var advice: [String] {
        if status == 401 { return ServerAPIRefusal.unauthorized(clockSkew) }
        if let code, let advice = code.advice { return [advice] }
        switch status {
        case 403: return ["the key may not do this: look at its access in App Store Connect"]
        case 404: return ["there is no such thing, or the host is not the App Store's"]
        case 429: return ["slow down: limits are counted by the hour, and the sandbox has a tenth"]
        case 500...: return ["the App Store has a problem of its own: try again later"]
        default: return []
        }
    }

    /// A bare 401 says nothing, so what is known to cause it is told, the likeliest first.
    private static func unauthorized(_ skew: ClockSkew?) -> [String] {
        var causes = [
            "the app has never been released: Production refuses its tokens until then, the sandbox takes them",
            "the key is of another kind: it must be an In-App Purchase key, from Users and Access > Integrations",
            "the issuer id is another team's, or the key id is not this key's",
            "the bundle id is not that of an app of this team",
            "the clock is wrong: a token lies in the future, or has ended",
            "the token lives longer than an hour",
        ]
        // A clock that is known to be wrong needs no guessing.
        if let skew, skew.isLarge { causes.insert("\(skew), which tokens do not survive", at: 0) }
        return causes
    }
}

extension ServerAPIRefusal: CustomStringConvertible {
    /// One line for people: number and name, or the status; Apple's sentence may quote ids, so it is left out.
    public var description: String {
        let text = code.map { "\(name) (\($0.rawValue))" } ?? name
        return environments.count > 1 ? "\(text) in \(environments.map(\.rawValue).joined(separator: " and "))" : text
    }
}
