internal import AppStoreModels
internal import AppStoreVerification
internal import OpenSSLCrypto

extension ConfigurationCheck {
    mutating func verifierConfiguration(acceptsAnyApp: Bool = false) -> VerifierConfiguration {
        let found = problems.count
        let environments = environments()
        let apps = apps(environments, acceptsAny: acceptsAnyApp)
        let roots = certificates(settings.roots ?? [], "trust.roots")
        for (path, root) in roots { checkRoot(root, path, environments) }
        let xcode = certificates(settings.xcodeCertificates ?? [], "trust.xcodeCertificates")
        let configuration = VerifierConfiguration(
            trustsBuiltInRoots: settings.usesBuiltInRoots ?? true, addedRoots: roots.map(\.certificate),
            xcodeCertificates: xcode.map(\.certificate), apps: apps, environments: environments,
            clock: settings.clock ?? .signedDate)
        // With a file or a name that could not be read, what follows from it is not worth a complaint.
        guard problems.count == found || apps.isEmpty && !acceptsAnyApp else { return configuration }
        do throws(VerifierConfigurationError) {
            _ = try SignedDataVerifier(configuration)
        } catch {
            noteVerifier(error)
        }
        return configuration
    }

    private mutating func noteVerifier(_ error: VerifierConfigurationError) {
        let (setting, hint): (String, String?) =
            switch error {
            case .noEnvironment: ("trust.environments", "leave it out for Production and Sandbox")
            case .xcodeWithoutCertificate: ("trust.xcodeCertificates", "export it in Xcode, or leave out Xcode")
            case .xcodeNotEnabled: ("trust.environments", "add \"Xcode\"")
            case .localTestingWithoutRoot: ("trust.roots", "add --root FILE of the test authority")
            case .noTrustAnchor, .unusableRoot, .builtInRoot: ("trust.roots", nil)
            }
        let isNoted = problems.contains { $0.setting.hasPrefix(setting) }
        if !isNoted { note(setting, error.description, hint: hint) }
    }

    private mutating func environments() -> Set<Environment> {
        guard let names = settings.environments else { return [.production, .sandbox] }
        let known = Environment.known.map(\.rawValue)
        for (index, name) in names.enumerated() where !known.contains(name) {
            note(
                "trust.environments[\(index)]", "\"\(name.prefix(80))\" is no environment",
                hint: Suggestion.hint(for: name, among: known) ?? "known: \(known.joined(separator: ", "))")
        }
        return Set(names.filter(known.contains).map { Environment(rawValue: $0) })
    }

    private mutating func apps(_ environments: Set<Environment>, acceptsAny: Bool) -> [AppIdentity] {
        let apps = settings.apps ?? []
        if apps.isEmpty, !acceptsAny, !problems.contains(where: { $0.setting.hasPrefix("trust.apps") }) {
            note(
                "trust.apps", "names no app; at least one is needed",
                hint: "add --app BUNDLE_ID:APPLE_ID, such as com.example.app:1234567890")
        }
        var held: [String: AppIdentity] = [:]
        for (index, app) in apps.enumerated() {
            let setting = "trust.apps[\(index)]"
            let isName = app.bundleId.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
            if app.bundleId.isEmpty || !isName {
                note("\(setting).bundleId", "\"\(app.bundleId.prefix(80))\" is no bundle id")
            }
            if let id = app.appAppleId, id <= 0 {
                note(
                    "\(setting).appAppleId", "is \(id), which is no Apple id",
                    hint: "App Store Connect shows it under App Information")
            }
            if app.appAppleId == nil, environments.contains(.production) {
                note(
                    "\(setting).appAppleId", "is missing, and Production data names it",
                    hint: "add --app \(app.bundleId):APPLE_ID, or leave out environment Production")
            }
            if let other = held[app.bundleId], other.appAppleId != app.appAppleId {
                note(setting, "names \"\(app.bundleId)\" with another Apple id than before")
            }
            held[app.bundleId] = app
        }
        return apps
    }

    private mutating func certificates(
        _ paths: [String], _ setting: String
    ) -> [(path: String, certificate: Certificate)] {
        var found: [(path: String, certificate: Certificate)] = []
        for (index, path) in paths.enumerated() {
            guard let bytes = contents(of: path, "\(setting)[\(index)]") else { continue }
            do throws(CertificateFile.Failure) {
                found += try CertificateFile.certificates(bytes).map { (path, $0) }
            } catch {
                note(
                    "\(setting)[\(index)]", "\"\(path)\" \(error)",
                    hint: "a certificate in PEM (-----BEGIN CERTIFICATE-----) or DER is needed")
            }
        }
        return found
    }

    private mutating func checkRoot(_ root: Certificate, _ path: String, _ environments: Set<Environment>) {
        if environments.contains(.production), ![AppleRootCA.g3DER, AppleRootCA.rsaDER].contains(root.der) {
            warn(
                "trust.roots", "\"\(root.subject)\" from \"\(path)\" may vouch for Production data",
                hint: "only Apple's root should; leave out environment Production where test roots are added")
        }
        if root.notAfter < now / 1000 { warn("trust.roots", "\"\(root.subject)\" from \"\(path)\" has expired") }
        if !root.isSelfIssued {
            warn("trust.roots", "\"\(root.subject)\" from \"\(path)\" is an intermediate, trusted by itself")
        }
    }
}
