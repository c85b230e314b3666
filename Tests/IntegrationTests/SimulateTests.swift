internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("simulate, against a running service", .timeLimit(.minutes(30)))
struct SimulateTests {
    @Test("Every built-in scenario meets every expectation, asked from one service")
    func scenarios() async throws {
        let folder = try TemporaryFolder()
        let authority = folder.file("authority")
        #expect(try await Storekeeper.run("authority", "create", authority).status == 0)
        let service = try await ServiceProcess.start(
            in: folder,
            [
                "--store", "sqlite:\(folder.file("store.db"))", "--root", "\(authority)/root.pem", "--app",
                "com.example.app:1234567890",
            ])
        let target = [
            "--post", "http://\(service.publicAddress)/v1/notifications", "--ask", "http://\(service.privateAddress)",
            "--authority", authority, "--json",
        ]
        let names = try await Storekeeper.run("simulate", "list", "--json").objects.compactMap { $0["name"]?.string }
        #expect(names.count > 30)
        for name in names {
            let outcome = try await Storekeeper.run(["simulate", "run", name] + target)
            #expect(outcome.status == 0, "\(name): \(outcome.output)\(outcome.error)")
            let summary = try #require(try outcome.objects.last)
            #expect(summary["ok"]?.boolean == true && summary["unasked"]?.number?.integer == 0, "\(name)")
            #expect(summary["failedAttempts"]?.number?.integer == 0, "\(name)")
            guard ["life", "family", "refund", "mass-extension", "advanced-commerce"].contains(name) else { continue }
            // What a service answers is what the same code answers here.
            let inMemory = try await Storekeeper.run("simulate", "run", name, "--json").objects.last
            #expect(summary["digest"]?.string == inMemory?["digest"]?.string, "\(name)")
        }
        // Run once more, under other signatures, it changes no answer. What each delivery is called is left to chance:
        // the signatures inside are part of what is signed around them, and of two versions of one date either may hold.
        let (first, second) = (
            try await Storekeeper.run("simulate", "run", "life", "--json"),
            try await Storekeeper.run(["simulate", "run", "life"] + target)
        )
        #expect(second.status == 0, "\(second.output)")
        #expect(try second.objects.last?["digest"]?.string == first.objects.last?["digest"]?.string)

        let trigger = try await Storekeeper.run(
            "simulate", "trigger", "REFUND", "--post", "http://\(service.publicAddress)/v1/notifications",
            "--authority", authority)
        #expect(trigger.status == 0 && trigger.output.hasPrefix("REFUND  200 applied  "))
        try await service.stop()
    }

    @Test("A server that does not answer, or cannot be asked, is a temporary failure")
    func nobody() async throws {
        let folder = try TemporaryFolder()
        // A port on which nothing listens: the discard service of no machine of today.
        let outcome = try await Storekeeper.run(
            "simulate", "run", "trial", "--post", "http://127.0.0.1:9/", "--ask", "http://127.0.0.1:9", "--authority",
            folder.file("authority"))
        #expect(outcome.status == 3)
        #expect(outcome.error.contains("cannot ask http://127.0.0.1:9"))
        let unasked = try await Storekeeper.run(
            "simulate", "run", "trial", "--post", "http://127.0.0.1:9/", "--authority", folder.file("authority"))
        #expect(unasked.status == 3 && unasked.output.contains("2 not asked"))
        #expect(unasked.output.contains("2 of 2 attempts failed · 2 not delivered"))
    }
}
