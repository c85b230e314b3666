internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("replay --repost", .timeLimit(.minutes(30)))
struct RepostTests {
    private let samples: SignedSamples
    private let store: String

    /// A store with two that were applied, one in quarantine, one recorded and one rejected.
    init() async throws {
        samples = try SignedSamples()
        store = samples.store()
        let lines = [
            try samples.notification(0), try samples.notification(1), try samples.quarantinable(),
            try samples.recordable(), "garbage",
        ]
        let ingested = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, input: Array(lines.joined(separator: "\n").utf8))
        try #require(ingested.status == 1)
    }

    private func repost(_ url: String, _ more: String...) async throws -> Storekeeper.Outcome {
        try await Storekeeper.run(["replay", "--repost", url, "--store", store] + more)
    }

    private func digest(_ store: String) async throws -> [String] {
        try await Storekeeper.run("entitlements", "--store", store, "--digest", "--facts").lines
    }

    @Test("Another service that gets the bodies holds the same facts; before that there is a plan")
    func service() async throws {
        let other = samples.store("other.db")
        let service = try await ServiceProcess.start(
            in: samples.folder, ["--store", other] + ServiceProcess.trust(in: samples.folder))
        let url = "http://\(service.publicAddress)/v1/notifications?key=secret"
        let plan = try await repost(url, "--allow-private-addresses")
        #expect(plan.status == 0)
        #expect(plan.lines == ["would send 4 stored bodies to http://\(service.publicAddress), 4 at a time"])
        let done = try await repost(url, "--allow-private-addresses", "--yes", "--concurrency", "2")
        #expect(done.status == 0)
        #expect(done.lines == ["4 sent: 4 answered 200"])
        #expect(try await service.stop() == .exited(0))
        #expect(try await digest(other) == digest(store))
    }

    @Test("A plan that sends nothing says why, and a password is not repeated")
    func nothing() async throws {
        let none = try await repost("https://new.example.com/", "--type", "DID_RENEWW")
        #expect(
            none.status == 0 && none.lines == ["would send 0 stored bodies to https://new.example.com, 4 at a time"])
        #expect(none.error.contains("\"DID_RENEWW\" is no notificationType that this program knows"))
        #expect(none.error.contains("did you mean \"DID_RENEW\"?"))
        #expect(none.error.contains("nothing that is stored fits what was asked for"))
        let past = try await repost("https://new.example.com/", "--after", "99")
        #expect(past.error.contains("nothing that is stored fits what was asked for"))
        let secret = try await repost("https://user:hunter2@new.example.com/", "--yes")
        #expect(secret.status == 2 && secret.error.contains("holds a user name or a password"))
        #expect(!secret.error.contains("hunter2"))
        let dead = try await repost("http://127.0.0.1:1/", "--allow-private-addresses", "--yes", "--type", "TEST")
        #expect(!dead.error.contains("up to 0"))
    }

    @Test("What is refused is named, with its place, and counted by status")
    func refused() async throws {
        // Trusts nobody but Apple.
        let service = try await ServiceProcess.start(
            in: samples.folder, ["--store", samples.store("other.db"), "--app", "com.example.app:1234567890"])
        let url = "http://\(service.publicAddress)/v1/notifications"
        let done = try await repost(url, "--allow-private-addresses", "--yes", "--json", "--after", "2")
        #expect(done.status == 1)
        let objects = try done.objects
        #expect(objects.dropLast().map { $0["sequence"]?.number?.integer } == [3, 4])
        #expect(objects.dropLast().allSatisfy { $0["status"]?.number?.integer == 400 })
        #expect(objects.last?["summary"]?["answers"]?["answered 400"]?.number?.integer == 2)
        let rejected = try await repost(url, "--allow-private-addresses", "--yes", "--status", "rejected")
        #expect(rejected.status == 1)
        #expect(rejected.lines == ["1  rejected input 1: answered 400", "1 sent: 1 answered 400"])
        #expect(try await service.stop() == .exited(0))
    }

    @Test("Addresses of this machine need a flag, and so does http; redirects and silence are told")
    func guarded() async throws {
        let http = try await repost("http://127.0.0.1:1/", "--yes")
        #expect(http.status == 2 && http.error.contains("--repost is not https"))
        let local = try await repost("https://127.0.0.1:1/", "--yes", "--type", "TEST")
        #expect(local.status == 1)
        #expect(local.output.contains("unanswered  connections to 127.0.0.1"))
        let both = try await repost("https://127.0.0.1:1/", "--reprocess")
        #expect(both.status == 2 && both.error.contains("one of --reprocess and --repost is needed"))
    }

    @Test("When nobody answers the run ends early, and says where to go on")
    func silence() async throws {
        var lines: [String] = []
        for line in 0..<3 { for number in 2..<10 { lines.append(try samples.notification(number, line: line)) } }
        _ = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, input: Array(lines.joined(separator: "\n").utf8))
        let done = try await repost(
            "https://127.0.0.1:1/", "--yes", "--allow-private-addresses", "--after", "2", "--concurrency", "5")
        #expect(done.status == 3)
        #expect(done.lines.last == "10 sent: 10 unanswered")
        #expect(done.error.contains("go on with --after 2"))
    }
}
