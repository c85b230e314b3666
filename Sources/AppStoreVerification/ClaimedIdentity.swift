internal import AppStoreModels

/// Whom a payload says it is for, and what its kind must say.
struct ClaimedIdentity {
    var bundleId: String?
    /// Whether the kind has a bundle id at all.
    var namesApp: Bool
    var appAppleId: Int64?
    /// Whether the kind has an Apple id at all.
    var namesAppleId: Bool
    var environment: Environment?
    /// Whether an environment must be named.
    var needsEnvironment = true
}

extension VerificationRun {
    /// Compares a payload's app and environment with those that are accepted.
    ///
    /// - Returns: The environment that the payload is from; `nil` where it need not name one.
    mutating func judge(
        _ identity: ClaimedIdentity, trust: VerifiedChain.Trust
    ) throws(VerificationFailure) -> Environment? {
        let apps = configuration.apps
        var candidates = apps
        if apps.isEmpty || !identity.namesApp {
            ladder.notAsked(.appBundleID)
        } else {
            // By bytes: Swift's own comparison takes differently composed texts for equal.
            candidates = apps.filter { $0.bundleId.utf8.elementsEqual((identity.bundleId ?? "").utf8) }
            try ladder.require(
                identity.bundleId != nil && !candidates.isEmpty,
                or: VerificationFailure(
                    .appBundleID, "the payload is about another app",
                    expected: apps.map(\.bundleId).joined(separator: " or "), got: identity.bundleId ?? "none",
                    hint: "if this app is yours, add --app \(identity.bundleId ?? "BUNDLE_ID")"))
        }
        let environment = trust.isXcode ? identity.environment ?? .xcode : identity.environment
        if apps.isEmpty || !identity.namesAppleId || environment != .production {
            ladder.notAsked(.appAppleID)
        } else {
            try requireAppleId(identity, among: candidates)
        }
        try requireEnvironment(environment, needed: identity.needsEnvironment, trust: trust)
        return environment
    }

    private mutating func requireAppleId(
        _ identity: ClaimedIdentity, among apps: [AppIdentity]
    ) throws(VerificationFailure) {
        let configured = apps.compactMap(\.appAppleId)
        guard let found = identity.appAppleId else {
            // An app configured without an Apple id has nothing to compare with.
            let expected = configured.map(String.init).joined(separator: " or ")
            return try ladder.require(
                configured.count < apps.count || apps.isEmpty,
                or: VerificationFailure(
                    .appAppleID, "data from Production must name the app's Apple id", expected: expected, got: "none"))
        }
        let bundleId = identity.bundleId ?? apps.first?.bundleId ?? "BUNDLE_ID"
        try ladder.require(
            !configured.isEmpty,
            or: VerificationFailure(
                .appAppleID, "no Apple id is configured to compare the payload's with",
                expected: "an app with an Apple id", got: String(found),
                hint: "add it: --app \(bundleId):\(found) (if it is yours: App Store Connect shows it)"))
        try ladder.require(
            configured.isEmpty || configured.contains(found),
            or: VerificationFailure(
                .appAppleID, "the payload is about an app with another Apple id",
                expected: configured.map(String.init).joined(separator: " or "), got: String(found)))
    }

    private mutating func requireEnvironment(
        _ environment: Environment?, needed: Bool, trust: VerifiedChain.Trust
    ) throws(VerificationFailure) {
        let enabled = configuration.environments.map(\.rawValue).sorted().joined(separator: " or ")
        guard let environment else {
            return try ladder.require(
                !needed,
                or: VerificationFailure(
                    .appEnvironment, "the payload names no environment", expected: enabled, got: "none"))
        }
        let name = environment.rawValue
        try ladder.require(
            trust.isXcode == (environment == .xcode),
            or: VerificationFailure(
                .appEnvironment, "the signer does not vouch for the environment",
                expected: trust.isXcode ? "Xcode" : "a certificate exported from Xcode", got: name))
        try ladder.require(
            environment != .localTesting || trust.leadsToAddedRoot,
            or: VerificationFailure(
                .appEnvironment, "the signer does not vouch for the environment", expected: "an added root", got: name))
        try ladder.require(
            configuration.environments.contains(environment),
            or: VerificationFailure(
                .appEnvironment, "the environment is not enabled", expected: enabled, got: name,
                hint: Environment.known.contains(environment) ? "to accept it, add --environment \(name)" : nil))
    }
}

extension AppStorePayload {
    /// Whether payloads of this kind name the app they are about.
    static var namesApp: Bool {
        switch kind {
        case .notification, .transaction, .appTransaction: true
        case .renewalInfo, .realtimeRequest: false
        }
    }

    /// Whether payloads of this kind name the app's Apple id in Production.
    static var namesAppleId: Bool {
        switch kind {
        case .notification, .appTransaction, .realtimeRequest: true
        case .transaction, .renewalInfo: false
        }
    }
}
