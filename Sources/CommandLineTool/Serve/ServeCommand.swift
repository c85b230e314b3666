internal import AppStoreVerification
internal import Service

/// Runs the service until it is told to stop.
struct ServeCommand: Command {
    static let listen = setting(
        "listen", "ADDRESS:PORT", "where the App Store posts to; 127.0.0.1:8080 unless given, port 0 picks one")
    static let privateListen = setting(
        "private-listen", "ADDRESS:PORT", "where your own programs ask; 127.0.0.1:8081 unless given")
    static let config = setting("config", "FILE", "reads what flags and environment do not say from a JSON file")
    static let tlsCertificate = setting("tls-certificate", "FILE", "the certificate chain of the public listener, PEM")
    static let tlsKey = setting("tls-key", "FILE", "its private key, PEM")
    static let tokenFile = setting(
        "token-file", "FILE", "bearer tokens for the private listener, one a line; needed beyond loopback")
    static let maxBody = setting("max-body", "BYTES", "the longest body that is read; 262144 unless given")
    static let eventClock = setting(
        "event-clock", "now|signed", "the clock by which changes are told; now, or the time of signing for tests")
    static let check = FlagDefinition.toggle("check", "checks the configuration and the store, and does not serve")

    static let definition = CommandDefinition(
        "serve", "receives notifications and answers who may use what",
        discussion: [
            "Point App Store Connect at https://YOUR.HOST/v1/notifications; a proxy in front ends TLS unless a certificate is "
                + "given here. The public listener has that one route; everything that reads is on the private one, "
                + "described by its /openapi.json.",
            "Standard output gets one line when both listeners are ready. SIGTERM or SIGINT ends the service after the "
                + "requests in flight. SIGHUP reads the configuration file and the files it names anew: trust, tokens, "
                + "webhooks and their secrets, names of entitlements, policies; with a mistake in them the service goes on "
                + "as before and says why. What needs a restart, such as listeners and store, is named.",
        ],
        flags: [
            StoreOption.flag, listen, privateListen, config, tlsCertificate, tlsKey, tokenFile, maxBody, eventClock,
            check,
        ] + TrustOptions.flags + [RevocationOption.flag],
        examples: [
            .init("serve --store sqlite:storekeeper.db --app com.example.app:1234567890", "production and sandbox"),
            .init(
                "serve --store sqlite:test.db --app com.example.app --environment Sandbox --root authority/root.pem",
                "data signed by a test authority"),
            .init(
                "serve --store postgresql://db.example.com/storekeeper --app com.example.app:1234567890",
                "several of these share one database; PGPASSWORD or PGPASSFILE gives the password"),
            .init("serve --config storekeeper.json --check", "is the configuration right?"),
        ])

    private static func setting(_ name: String, _ valueName: String, _ summary: String) -> FlagDefinition {
        .value(name, valueName, readsEnvironment: true, summary)
    }

    private let settings: ServiceSettings
    private let configurationFile: String?
    private let isCheck: Bool

    init(reading arguments: inout ArgumentReader) {
        var settings = ServiceSettings()
        settings.store = StoreOption.url(reading: &arguments)
        settings.listen = arguments.text(Self.listen)
        settings.privateListen = arguments.text(Self.privateListen)
        settings.tlsCertificate = arguments.text(Self.tlsCertificate)
        settings.tlsKey = arguments.text(Self.tlsKey)
        settings.tokenFile = arguments.text(Self.tokenFile)
        settings.maximumBody = arguments.integer(Self.maxBody, in: 1...(1 << 30)).map(Int64.init)
        settings.eventClock = arguments.text(Self.eventClock)
        settings.revocation = arguments.text(RevocationOption.flag)
        settings.add(TrustOptions(reading: &arguments, isComplete: false), givenIn: arguments)
        self.settings = settings
        configurationFile = arguments.text(Self.config)
        isCheck = arguments.isSet(Self.check)
        if !arguments.problems.isEmpty { noteOtherProblems(&arguments) }
    }

    /// With something wrong on the command line the service never gets to judge the rest; all is told at once.
    private func noteOtherProblems(_ arguments: inout ArgumentReader) {
        do throws(ServiceConfigurationError) {
            _ = try ServiceConfiguration(settings, configurationFile: configurationFile, now: 0)
        } catch {
            for problem in error.problems { arguments.note(Problem(problem)) }
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let configuration: ServiceConfiguration
        do throws(ServiceConfigurationError) {
            configuration = try ServiceConfiguration(settings, configurationFile: configurationFile, now: io.now())
        } catch {
            throw .misconfigured(error.problems.map(Problem.init))
        }
        if isCheck { return try await check(configuration, io: io) }
        let log = ServiceLog(io: io)
        log.introduce(configuration.summary(now: io.now()))
        // Whoever reads that the service is ready may tell it to stop the next moment.
        let untilToldToStop = io.watchForStop()
        let reloads = io.watchForReload()
        let service: RunningService
        do throws(ServiceError) {
            service = try await RunningService.start(
                configuration, version: Product.version, now: io.now, log: { log.write($0) })
        } catch {
            let problem = Problem(error.problem)
            await log.finish()
            throw error.isTemporary ? .unavailable(problem) : .misconfigured([problem])
        }
        let reloading = Task { [self] in
            for await _ in reloads { await reload(service, io: io) }
        }
        await untilToldToStop()
        reloading.cancel()
        // An exchange that has begun comes to its end first.
        await reloading.value
        _ = await service.stop()
        await log.finish()
        return .fine
    }

    /// Reads everything anew and lets the service go on with it, or says what is wrong with it.
    private func reload(_ service: RunningService, io: CommandIO) async {
        let configuration: ServiceConfiguration
        do throws(ServiceConfigurationError) {
            configuration = try ServiceConfiguration(settings, configurationFile: configurationFile, now: io.now())
        } catch {
            return service.refuseReload(error.problems)
        }
        do throws(ServiceError) {
            try await service.reload(configuration)
        } catch {
            service.refuseReload([error.problem])
        }
    }

    private func check(_ configuration: ServiceConfiguration, io: CommandIO) async throws(CommandError) -> ExitStatus {
        for warning in configuration.warnings {
            let problem = Problem(warning)
            io.warn(problem.text, hint: problem.hint)
        }
        let problems = await ServiceCheck.problems(with: configuration)
        guard problems.isEmpty else { throw .misconfigured(problems.map(Problem.init)) }
        io.output.writeLine("the configuration is fine")
        io.output.writeLine("revocation  \(configuration.revocation.meaning)")
        return .fine
    }
}

extension RevocationPolicy {
    /// The policy and what it does, in one line.
    fileprivate var meaning: String {
        switch self {
        case .off: "off: nobody is asked whether certificates were revoked"
        case .soft: "soft: responders are asked; where none answers, data is believed"
        case .hard: "hard: responders are asked; where none answers, data is not believed"
        }
    }
}

extension Problem {
    /// A configuration problem in the words of the command line.
    init(_ problem: ConfigurationProblem) { self.init(problem.description, hint: problem.hint) }
}
