internal import AppStoreVerification
internal import Service

extension ServiceSettings {
    /// Takes over what the trust flags say; where they are silent a configuration file may speak.
    mutating func add(_ trust: TrustOptions, givenIn arguments: ArgumentReader) {
        if !trust.rootFiles.isEmpty { roots = trust.rootFiles }
        if !trust.usesBuiltInRoots { usesBuiltInRoots = false }
        if let file = trust.xcodeCertificateFile { xcodeCertificates = [file] }
        if !trust.apps.isEmpty {
            apps = trust.apps.map { AppIdentity(bundleId: $0.bundleId, appAppleId: $0.appleId) }
        }
        if !arguments.values(TrustOptions.environment).isEmpty { environments = trust.environments }
        if !arguments.values(TrustOptions.clock).isEmpty { clock = ValidationClock(trust.clock) }
    }
}
