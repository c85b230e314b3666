internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import OpenSSLCrypto
internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("Starting and stopping", .timeLimit(.minutes(30)))
struct RunningServiceTests {
    private let signer: TestSigner

    init() throws { signer = try TestSigner.shared() }

    private func body(_ uuid: String) throws -> [UInt8] {
        TestSigner.body(try signer.sign(SamplePayload.notification("TEST", ["notificationUUID": .string(uuid)])))
    }

    @Test("Requests in flight are answered before the service ends, and nothing is taken afterwards")
    func graceful() async throws {
        let gate = Gate()
        let service = try await TestService.start(opening: HookedStore { () throws(StoreError) in await gate.pass() })
        let bodies = try (1...3).map { try body("\($0)") }
        async let answers = withThrowingTaskGroup(of: LoopbackClient.Answer?.self) { group in
            for body in bodies { group.addTask { try await service.post(body) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await gate.arrivals(1)
        async let summary = service.stop()
        await service.eventually { $0.contains(.stopping) }
        await gate.open()
        // Those that came before the end are answered; one that came too late finds nobody.
        for answer in try await answers where answer != nil { #expect(answer?.status == 200) }
        let taken = await summary.notifications["recorded"] ?? 0
        #expect(taken >= 1)
        #expect(try await answers.count { $0 != nil } == taken)
        await #expect(throws: LoopbackClient.Failure.self) { try await service.post(bodies[0]) }
        #expect(service.events.last?.name == "stopped")
        #expect(await service.stop() == summary)
    }

    @Test("A request that outlasts the patience is answered 503")
    func impatient() async throws {
        let gate = Gate()
        let service = try await TestService.start(opening: HookedStore { () throws(StoreError) in await gate.pass() }) {
            $0.limits = ["stopSeconds": 0]
        }
        let notification = try body("1")
        async let answer = service.post(notification)
        await gate.arrivals(1)
        async let summary = service.stop()
        // Whatever comes of it, the gate is opened: the end waits for it.
        let reply = try? await answer
        await gate.open()
        #expect(reply?.status == 503)
        #expect(reply?.json?["code"]?.string == "service.stopping")
        #expect(reply?.fields["retry-after"] == "10")
        // It was committed all the same; when it comes again it is a duplicate.
        #expect(await summary.notifications == ["recorded": 1])
    }

    @Test("The ready line has the contract's form, and ports are the system's where 0 was asked for")
    func ready() async throws {
        let service = try await TestService.start()
        let addresses = service.service.addresses
        #expect(!addresses.publicAddress.hasSuffix(":0"))
        #expect(addresses.publicAddress != addresses.privateAddress)
        let line = service.events.first { $0.name == "listening" }?.jsonLine
        #expect(
            line == """
                {"event":"listening","public":"\(addresses.publicAddress)","private":"\(addresses.privateAddress)"}
                """)
        #expect(service.events.prefix { $0.name == "warning" }.count == service.events.count - 1)
        let summary = await service.stop()
        #expect(summary.uptime == 0)
        #expect(service.events.suffix(2).map(\.name) == ["stopping", "stopped"])
    }

    @Test("What was answered 200 is there after a restart")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let notification = try body("kept")
        for outcome in ["recorded", "duplicate"] {
            let service = try await TestService.start { $0.store = "sqlite:\(folder.path)/store.db" }
            #expect(try await service.post(notification)?.text == "{\"outcome\":\"\(outcome)\"}\n")
            await service.stop()
        }
    }

    @Test("An address in use and a store that cannot be opened are named")
    func failures() async throws {
        let running = try await TestService.start()
        let taken = running.service.addresses
        let address = try ListenAddress(parsing: taken.publicAddress)
        await #expect(throws: ServiceError.listener(setting: "listen", .addressInUse(address))) {
            try await TestService.start { $0.listen = taken.publicAddress }
        }
        let other = try ListenAddress(parsing: taken.privateAddress)
        await #expect(throws: ServiceError.listener(setting: "privateListen", .addressInUse(other))) {
            try await TestService.start { $0.privateListen = taken.privateAddress }
        }
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "notes.txt", "This is no database, but long enough to be looked at as one. ".repeated(20))
        await #expect(throws: ServiceError.store(.notADatabase(file: file))) {
            try await TestService.start { $0.store = "sqlite:\(file)" }
        }
        await running.stop()
    }

    @Test("A check opens the store without serving, and makes none")
    func check() async throws {
        let folder = try TemporaryFolder()
        var settings = try folder.settings()
        settings.store = "sqlite:\(folder.path)/new.db"
        let sound = try ServiceConfiguration(settings, now: 0)
        #expect(await ServiceCheck.problems(with: sound) == [])
        #expect(ConfigurationFiles.disk.permissions("\(folder.path)/new.db") == nil)
        settings.store = "sqlite:\(folder.path)/missing/new.db"
        let missing = await ServiceCheck.problems(with: try ServiceConfiguration(settings, now: 0))
        #expect(missing.map(\.setting) == ["store"])
        let file = try folder.write(
            "notes.txt", "This is no database, but long enough to be looked at as one. ".repeated(20))
        settings.store = "sqlite:\(file)"
        let foreign = await ServiceCheck.problems(with: try ServiceConfiguration(settings, now: 0))
        #expect(foreign == [ServiceError.store(.notADatabase(file: file)).problem])
    }

    @Test("A certificate and a key that do not belong together are found by the check")
    func identity() async throws {
        let folder = try TemporaryFolder()
        var settings = try folder.settings()
        let authority = signer.authority
        settings.tlsCertificate = try folder.write("certificate.pem", authority.leaf.pem)
        settings.tlsKey = try folder.write("key.pem", try authority.leafKey.pem())
        #expect(await ServiceCheck.problems(with: try ServiceConfiguration(settings, now: 0)) == [])
        settings.tlsKey = try folder.write("other.pem", try authority.rootKey.pem())
        let problems = await ServiceCheck.problems(with: try ServiceConfiguration(settings, now: 0))
        #expect(problems.map(\.setting) == ["tls.certificate"])
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
