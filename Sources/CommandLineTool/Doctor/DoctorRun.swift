internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import EntitlementStorage
internal import Service
internal import StoreSelection

/// Goes through all checks; each asks and leaves the judging to functions over values.
struct DoctorRun {
    let options: DoctorOptions
    let io: CommandIO

    /// Everything that is found, in the order in which it was looked at.
    func findings() async -> [Finding] {
        let file = options.configurationFile.map { ReadSettings(configurationFile: $0) }
        let settings = file?.settings ?? ServiceSettings()
        var findings = configuration()
        let trust = trust(settings)
        findings += trust.findings
        let storeURL = options.store ?? settings.store
        let (storeFindings, isReadable) = await database(storeURL)
        findings += storeFindings
        findings.append(await leaf(storeURL, isReadable: isReadable))
        let listener = await listener()
        findings += listener.findings
        let key = key(settings)
        findings += key.findings
        let asked = await api(key, trust.verifier, storeURL: isReadable ? storeURL : nil)
        findings += asked.findings
        // The App Store's clock is the one that counts; one's own server may share this machine's.
        findings.append(asked.clock ?? listener.clock ?? ClockFindings.judge(nil, by: ""))
        return findings
    }

    // MARK: - What is on this machine

    private func configuration() -> [Finding] {
        guard let path = options.configurationFile else {
            return [.skipped(.configuration, "no configuration file is named", next: ["add --config FILE"])]
        }
        var settings = ServiceSettings()
        settings.store = options.store
        do throws(ServiceConfigurationError) {
            let configuration = try ServiceConfiguration(settings, configurationFile: path, now: io.now())
            let notes = configuration.warnings.map { warning in
                Finding.note(.configuration, "warning", "\(warning)", next: warning.hint.map { [$0] } ?? [])
            }
            return notes + [.ok(.configuration, "\(Quoted.word(path)) is sound")]
        } catch {
            return error.problems.map { problem in
                .problem(.configuration, "setting", "\(problem)", next: problem.hint.map { [$0] } ?? [])
            }
        }
    }

    private func trust(_ settings: ServiceSettings) -> (findings: [Finding], verifier: VerifierConfiguration?) {
        let trust = TrustOptions(
            rootFiles: (settings.roots ?? []) + options.roots, usesBuiltInRoots: settings.usesBuiltInRoots ?? true,
            xcodeCertificateFile: settings.xcodeCertificates?.first)
        do throws(CommandError) {
            let verifier = try TrustMaterial.configuration(for: trust, io: io)
            let findings = TrustFindings.anchors(verifier, now: io.now())
            guard !findings.isEmpty else {
                return ([.problem(.anchors, "none", "nothing is trusted", next: ["add --root FILE"])], verifier)
            }
            return (findings, verifier)
        } catch {
            let findings = error.problems.map { problem in
                Finding.problem(.anchors, "file", problem.text, next: problem.hint.map { [$0] } ?? [])
            }
            return (findings, nil)
        }
    }

    private func database(_ url: String?) async -> (findings: [Finding], isReadable: Bool) {
        guard let url else {
            return ([.skipped(.database, "no store is named", next: ["add --store URL, or --config FILE"])], false)
        }
        do throws(StoreError) {
            guard let condition = try await StoreCare.condition(url: url, now: io.now()) else {
                let found = "the store is in memory, and ends with the process"
                return ([.note(.database, "memory", found, next: ["use sqlite:PATH to keep it"])], false)
            }
            let isReadable =
                condition.failure == nil && condition.schema.map { $0.found == $0.needed } ?? false
                && condition.server?.takesWrites ?? true && condition.disk?.writeFailure == nil
            return (StoreFindings.judge(condition, address: url), isReadable)
        } catch {
            return ([StoreFindings.invalid(error)], false)
        }
    }

    private func leaf(_ url: String?, isReadable: Bool) async -> Finding {
        guard let url else { return .skipped(.leaf, "no store is named") }
        guard isReadable else { return .skipped(.leaf, waitingFor: .database, "the store is not read") }
        do throws(StoreError) {
            guard let found = try await StoredLeaf.newest(in: url) else {
                return .skipped(.leaf, "the store has no notification yet")
            }
            return TrustFindings.leaf(found.certificate, signedAt: found.signedAt, now: io.now())
        } catch {
            return .skipped(.leaf, "the store cannot be read: \(error)")
        }
    }

    /// A key as it was found, and what can sign with it.
    private struct Key {
        var findings: [Finding]
        var given: KeyFindings.Given?
        var credentials: SigningCredentials?
    }

    private func key(_ settings: ServiceSettings) -> Key {
        let file = settings.api ?? APISettings()
        let parts: [(flag: FlagDefinition, value: String?)] = [
            (SigningOptions.key, options.key.keyFile ?? file.keyFile),
            (SigningOptions.keyId, options.key.keyId ?? file.keyId),
            (SigningOptions.issuerId, options.key.issuerId ?? file.issuerId),
            (SigningOptions.bundleId, options.key.bundleId ?? file.bundleId),
        ]
        let missing = parts.filter { $0.value?.isEmpty ?? true }.map(\.flag.dashed)
        guard missing.count < parts.count else {
            return Key(findings: [.skipped(.key, "no key is named", next: ["add --key FILE, or a section api"])])
        }
        guard missing.isEmpty else {
            let found = "\(missing.joined(separator: ", ")) \(missing.count == 1 ? "is" : "are") missing"
            return Key(findings: [.problem(.key, "missing", found, next: ["App Store Connect shows it beside the key"])]
            )
        }
        let texts = parts.map { $0.value ?? "" }
        do throws(SystemError) {
            let source = try io.files.open(texts[0])
            let bytes = try source.readAll(limit: 1 << 16) ?? []
            let given = KeyFindings.Given(
                path: texts[0], bytes: bytes, permissions: source.permissions, keyId: texts[1], issuerId: texts[2],
                bundleId: texts[3], apps: (settings.apps ?? []).map(\.bundleId))
            let (findings, credentials) = KeyFindings.judge(given)
            return Key(findings: findings, given: given, credentials: credentials)
        } catch {
            let found = "\(Quoted.word(texts[0])) cannot be read: \(error.text)"
            return Key(findings: [.problem(.key, "file", found, next: ["run doctor as the user who runs serve"])])
        }
    }

    // MARK: - What is asked over the network

    private func listener() async -> (findings: [Finding], clock: Finding?) {
        guard let given = options.url else {
            return ([.skipped(.listener, "no public address is named", next: ["add --url URL"])], nil)
        }
        let probe = ListenerProbe(url: given, timeout: options.timeout)
        let (outcome, skew) = await probe.ask(now: io.now)
        let clock = skew.map { ClockFindings.judge($0, by: "the public address") }
        return (ListenerFindings.judge(outcome, url: probe.url), clock)
    }

    private func api(
        _ key: Key, _ trust: VerifierConfiguration?, storeURL: String?
    ) async -> (findings: [Finding], clock: Finding?) {
        guard options.asksAPI else {
            let api = Finding.skipped(.api, "nobody is asked", next: ["add --online"])
            return ([api, unsent(waitingFor: .api, "")], nil)
        }
        guard let given = key.given, let credentials = key.credentials else {
            let why = "nothing can be signed"
            return ([.skipped(.api, waitingFor: .key, why), unsent(waitingFor: .key, why)], nil)
        }
        let probe: APIProbe
        do throws(ServerAPIError) {
            probe = try APIProbe(options: options, credentials: credentials, trust: trust, io: io)
        } catch {
            let finding = Finding.problem(.api, "address", "\(error)", next: error.advice)
            return ([finding, unsent(waitingFor: .api, "nobody can be asked")], nil)
        }
        var context = APIFindings.Context(
            key: given, server: probe.server, environment: options.environment.rawValue)
        let outcome = await probe.ask()
        context.skew = probe.skew
        if outcome.isUnauthorized { context.sandboxAccepts = await probe.sandboxAccepts() }
        var findings = [APIFindings.judge(outcome, context)]
        findings.append(await notification(probe, isAccepted: outcome == .accepted, context, storeURL))
        await probe.close()
        return (findings, context.skew.map { ClockFindings.judge($0, by: "the App Store") })
    }

    private func notification(
        _ probe: APIProbe, isAccepted: Bool, _ context: APIFindings.Context, _ storeURL: String?
    ) async -> Finding {
        guard options.notifies, isAccepted else {
            return unsent(waitingFor: ClockFindings.isWrong(context.skew) ? .clock : .api, "none can be asked for")
        }
        let outcome = await probe.notify(patience: options.patience)
        var stored = NotificationFindings.Stored.unknown
        if case .sent(let uuid, let results) = outcome, results.contains(.success), let storeURL {
            stored = await StoredLeaf.holds(uuid, in: storeURL)
        }
        return NotificationFindings.judge(outcome, stored: stored, context: context)
    }

    /// Why no test notification is sent.
    private func unsent(waitingFor other: DoctorCheck, _ why: String) -> Finding {
        options.notifies
            ? .skipped(.notification, waitingFor: other, why)
            : .skipped(.notification, "none is asked for", next: ["add --notify"])
    }
}
