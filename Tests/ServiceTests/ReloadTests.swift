internal import AppStoreVerification
internal import StrictJSON
internal import Testing
internal import TestSupport
internal import WebhookDelivery

@testable internal import Service

@Suite("Another configuration for a running service", .timeLimit(.minutes(30)))
struct ReloadTests {
    private func configuration(
        _ folder: TemporaryFolder, _ change: (inout ServiceSettings) throws -> Void = { _ in }
    ) throws -> ServiceConfiguration {
        var settings = try folder.settings()
        // As patient as the service that runs.
        for name in ["idleTimeoutSeconds", "receiveTimeoutSeconds", "sendTimeoutSeconds", "stopSeconds"] {
            settings.limits[name] = 3600
        }
        try change(&settings)
        return try ServiceConfiguration(settings, now: SamplePayload.signedDate)
    }

    private func reloads(_ service: TestService) -> [[String]] {
        service.events.compactMap { event in
            guard case .reloaded(let reload) = event else { return nil }
            return reload.needRestart
        }
    }

    @Test("Tokens, names of entitlements and trust are exchanged, and the store goes on")
    func exchanged() async throws {
        let folder = try TemporaryFolder()
        let life = TestLife(signer: try TestSigner.shared())
        let service = try await TestService.start()
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        let customer = "/v1/customers/b2d6a7a5-0000-4000-8000-00000000beef/entitlements"
        let file = try folder.write("tokens", "abcdefghijklmnopqrstuvwxyz0123456789\n", mode: 0o600)
        let next = try configuration(folder) {
            $0.tokenFile = file
            $0.entitlements = ["com.example.app.pro.monthly": ["pro"]]
            $0.apps = [AppIdentity(bundleId: "com.example.other", appAppleId: 5)]
        }
        try await service.service.reload(next)
        #expect(reloads(service) == [[]])
        #expect(try await service.ask("GET", customer)?.status == 401)
        let answer = try await service.ask("GET", customer, token: "abcdefghijklmnopqrstuvwxyz0123456789")
        #expect(answer?.json?["entitlements"]?.elements.map { $0["name"]?.string } == ["pro"])
        #expect(try await service.post(jws: try life.renewed())?.json?["code"]?.string == "app.bundle_id")
        // And back again.
        try await service.service.reload(try configuration(folder))
        #expect(try await service.ask("GET", customer)?.status == 200)
        #expect(try await service.post(jws: try life.renewed())?.status == 200)
        await service.stop()
    }

    @Test("What needs a restart is named and stays as it is")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let service = try await TestService.start()
        let next = try configuration(folder) {
            $0.store = "sqlite:\(folder.path)/other.db"
            $0.listen = "127.0.0.1:1"
            $0.maximumBody = 70_000
            $0.graceCapDays = 3
            $0.limits["idleTimeoutSeconds"] = 7
            $0.limits["queueCapacity"] = 7
        }
        try await service.service.reload(next)
        let expected = ["store", "listen", "maxBody", "graceCapDays", "limits.idleTimeoutSeconds"]
        #expect(reloads(service) == [expected])
        // It is compared with what runs, not with what was read last.
        try await service.service.reload(next)
        #expect(reloads(service).last == expected)
        #expect(try await service.ask("GET", "/livez")?.status == 200)
        await service.stop()
    }

    @Test("A configuration that cannot be used changes nothing")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let service = try await TestService.start()
        var next = try configuration(folder) { $0.entitlements = ["a": ["b"]] }
        next.verifier.trustsBuiltInRoots = false
        next.verifier.addedRoots = []
        await #expect(throws: ServiceError.verifier(.noTrustAnchor)) { try await service.service.reload(next) }
        service.service.refuseReload([ServiceError.verifier(.noTrustAnchor).problem])
        #expect(service.events.contains { $0.name == "reload_refused" })
        #expect(reloads(service).isEmpty)
        let life = TestLife(signer: try TestSigner.shared())
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        await service.stop()
    }

    @Test("How webhooks are sent is read with its bounds")
    func delivery() throws {
        func problems(_ delivery: [String: Int64]) throws -> [String] {
            let folder = try TemporaryFolder()
            do {
                _ = try configuration(folder) { $0.webhookDelivery = delivery }
                return []
            } catch let error as ServiceConfigurationError {
                return error.problems.map(\.description)
            }
        }
        for (name, path, range) in DispatchLimits.table {
            #expect(range.contains(DispatchLimits()[keyPath: path]), "\(name)")
            for value in [range.lowerBound - 1, range.upperBound + 1] {
                #expect(
                    try problems([name: Int64(value)]).contains {
                        $0.hasPrefix("webhookDelivery.\(name): is \(value), not")
                    })
            }
        }
        #expect(
            try problems(["firstDelaySeconds": 600, "longestDelaySeconds": 60])
                == ["webhookDelivery.firstDelaySeconds: is 600, more than longestDelaySeconds, which is 60"])
        #expect(try problems(["totalTimeoutSeconds": 90]).count == 1)
        let file = SettingsFile(
            Array(#"{"webhookDelivery": {"retryHours": 5, "leaseSeconds": "x", "retries": 1}}"#.utf8))
        #expect(file.settings.webhookDelivery == ["retryHours": 5])
        #expect(file.problems.map(\.setting).sorted() == ["webhookDelivery.leaseSeconds", "webhookDelivery.retries"])
        var limits = DispatchLimits()
        (limits.retryHours, limits.concurrency, limits.breakerThreshold) = (1, 3, 4)
        let settings = limits.settings(stopSeconds: 2)
        #expect(settings.plan.backOff.patience == 3_600_000)
        #expect(settings.parallelism == 3 && settings.breaker.threshold == 4 && settings.patience == 2000)
    }
}
