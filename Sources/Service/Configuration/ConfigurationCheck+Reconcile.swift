internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification

extension ConfigurationCheck {
    /// Who asks the App Store in the background; nil where nobody is to, or where that cannot be.
    mutating func reconcileConfiguration(_ verifier: VerifierConfiguration) -> ReconcileConfiguration? {
        guard let given = settings.reconcile else { return nil }
        let limits = reconcileLimits(given)
        if verifier.environments.isDisjoint(with: [.production, .sandbox, .localTesting]) {
            note("reconcile", "asks the App Store, and no environment of it is accepted")
        }
        guard let credentials = apiCredentials() else { return nil }
        if !verifier.apps.contains(where: { $0.bundleId == credentials.bundleId }) {
            note(
                "api.bundleId", "is \"\(credentials.bundleId.prefix(80))\", which is none of the apps",
                hint: "name one of trust.apps")
        }
        return ReconcileConfiguration(credentials: credentials, baseURL: settings.api?.baseURL, limits: limits)
    }

    private mutating func reconcileLimits(_ given: [String: Int64]) -> ReconcileLimits {
        var limits = ReconcileLimits()
        for (name, path, range) in ReconcileLimits.table {
            guard let value = given[name] else { continue }
            guard let number = Int(exactly: value), range.contains(number) else {
                note("reconcile.\(name)", "is \(value), not from \(range.lowerBound) to \(range.upperBound)")
                continue
            }
            limits[keyPath: path] = number
        }
        return limits
    }

    private mutating func apiCredentials() -> SigningCredentials? {
        let api = settings.api ?? APISettings()
        let values = [
            ("keyFile", api.keyFile), ("keyId", api.keyId), ("issuerId", api.issuerId), ("bundleId", api.bundleId),
        ]
        for (name, value) in values where value?.isEmpty ?? true {
            note("api.\(name)", "is missing, and reconcile needs it")
        }
        if let url = api.baseURL {
            do throws(ServerAPIError) { _ = try ServerAPIHost.checked(url) } catch {
                note("api.baseURL", "\(error)", hint: "leave it out for Apple's hosts")
            }
        }
        guard let path = api.keyFile, let bytes = contents(of: path, "api.keyFile") else { return nil }
        if let permissions = files.permissions(path), permissions & 0o077 != 0 {
            note(
                "api.keyFile", "\"\(path)\" can be read or written by others (mode \(String(permissions, radix: 8)))",
                hint: "run: chmod 600 \(path)")
        }
        guard let keyId = api.keyId, let issuerId = api.issuerId, let bundleId = api.bundleId else { return nil }
        do throws(SigningCredentialsError) {
            return try SigningCredentials(p8: bytes, keyId: keyId, issuerId: issuerId, bundleId: bundleId)
        } catch {
            note("api.keyFile", "\"\(path)\" cannot be used: \(error)")
            return nil
        }
    }
}
