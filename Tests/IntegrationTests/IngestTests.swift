internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("ingest", .timeLimit(.minutes(30)))
struct IngestTests {
    private let samples: SignedSamples

    init() throws { samples = try SignedSamples() }

    private func ingest(_ lines: [String], into store: String) async throws -> Storekeeper.Outcome {
        try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, "--json",
            input: Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private func digests(_ store: String) async throws -> [String] {
        let answers = try await Storekeeper.run("entitlements", "--store", store, "--all", "--digest")
        let facts = try await Storekeeper.run("entitlements", "--store", store, "--digest", "--facts")
        #expect(answers.status == 0 && facts.status == 0)
        return answers.lines + facts.lines
    }

    @Test("Each line is told with its number, a bad one stops nothing, and the summary comes last")
    func lines() async throws {
        let first = try samples.notification(1)
        let lines = [
            SignedSamples.body(first), "", "garbage", first, "  \(try samples.notification(0))\r", "{\"a\":1}",
            try samples.quarantinable(), "\t ", try samples.recordable(), "{\"notification_type\":\"RENEWAL\"}",
            try samples.notification(2),
        ]
        let outcome = try await ingest(lines, into: samples.store())
        #expect(outcome.status == 1)
        let objects = try outcome.objects
        #expect(objects.dropLast().map { $0["line"]?.number?.integer } == [1, 3, 4, 5, 6, 7, 9, 10, 11])
        #expect(
            objects.dropLast().map { $0["outcome"]?.string } == [
                "applied", "rejected", "duplicate", "applied", "rejected", "quarantined", "recorded", "rejected",
                "applied",
            ])
        #expect(
            objects.map { $0["code"]?.string } == [
                nil, "jws.segments", nil, nil, "input.kind", "signature.invalid", nil, "input.kind", nil, nil,
            ])
        #expect(
            objects.map { $0["notificationUUID"]?.string } == [
                SignedSamples.uuid(1, 0), nil, SignedSamples.uuid(1, 0), SignedSamples.uuid(0, 0), nil, "bad-inside",
                "nothing", nil, SignedSamples.uuid(2, 0), nil,
            ])
        let summary = try #require(objects.last)
        #expect(summary.names == ["summary"])
        let counts = try #require(summary["summary"])
        #expect(
            counts.names == ["lines", "applied", "duplicate", "superseded", "recorded", "quarantined", "rejected"])
        #expect(counts.members.map { $0.value.number?.integer } == [9, 3, 1, 0, 1, 1, 3])
    }

    @Test("Only what was rejected gives exit code 1")
    func status() async throws {
        let fine = try await ingest(
            [try samples.notification(), try samples.quarantinable(), try samples.recordable()], into: "memory:")
        #expect(fine.status == 0)
        #expect(fine.error == "storekeeper: warning: any app is accepted, as no --app is given\n")
        let empty = try await ingest([], into: "memory:")
        #expect(empty.status == 0)
        #expect(try empty.object["summary"]?["lines"]?.number?.integer == 0)
    }

    @Test("An older notification that comes late is superseded")
    func superseded() async throws {
        let late = try samples.signer.sign(
            notification: SamplePayload.notification(
                "PRICE_INCREASE", ["notificationUUID": "late", "signedDate": .integer(SamplePayload.signedDate - 1)]),
            transaction: SamplePayload.transaction(["signedDate": .integer(SamplePayload.signedDate - 1)]),
            renewalInfo: SamplePayload.renewalInfo(["signedDate": .integer(SamplePayload.signedDate - 1)]))
        let same = try samples.signer.sign(
            notification: SamplePayload.notification("SUBSCRIBED"), transaction: SamplePayload.transaction(),
            renewalInfo: SamplePayload.renewalInfo())
        let outcome = try await ingest([same, late], into: "memory:")
        #expect(try outcome.objects.map { $0["outcome"]?.string } == ["applied", "superseded", nil])
    }

    @Test("Any order, with duplicates, over several runs, ends in the same two digests")
    func order() async throws {
        var lines: [String] = []
        for line in 0..<3 {
            for number in 0..<4 { lines.append(try samples.notification(number, line: line)) }
        }
        var generator = SeededGenerator(seed: 7)
        var found: [[String]] = []
        for run in 0..<3 {
            let store = samples.store("\(run).db")
            let shuffled = (lines + lines.shuffled(using: &generator).prefix(5)).shuffled(using: &generator)
            let half = shuffled.count / 2
            for part in [Array(shuffled[..<half]), Array(shuffled[half...])] {
                #expect(try await ingest(part, into: store).status == 0)
            }
            let repeated = try await ingest(shuffled, into: store)
            #expect(try repeated.objects.last?["summary"]?["duplicate"]?.number?.integer == Int64(shuffled.count))
            found.append(try await digests(store))
        }
        #expect(Set(found).count == 1 && Set(found[0]).count == 2 && found[0].allSatisfy { $0.utf8.count == 64 })
        // Less is not the same.
        #expect(try await ingest(Array(lines.dropLast()), into: samples.store("less.db")).status == 0)
        #expect(try await digests(samples.store("less.db")) != found[0])
    }

    @Test("Two processes at once on one file end as one would")
    func together() async throws {
        let lines = try (0..<4).flatMap { line in try (0..<6).map { try samples.notification($0, line: line) } }
        let (shared, alone) = (samples.store("shared.db"), samples.store("alone.db"))
        async let one = ingest(lines, into: shared)
        async let other = ingest(lines.reversed(), into: shared)
        #expect(try await one.status == 0)
        #expect(try await other.status == 0)
        #expect(try await ingest(lines, into: alone).status == 0)
        #expect(try await digests(shared) == digests(alone))
    }

    @Test("A line longer than 16 MiB is rejected, and the next one is taken")
    func longLine() async throws {
        let file = try samples.folder.write("after.jws", try samples.recordable())
        let outcome = try await Storekeeper.bash(
            #"""
            { head -c 16777217 /dev/zero | tr '\0' a; echo; cat "$1"; } \
                | "$storekeeper" ingest --store memory: --root "$2" --json
            """#, file, samples.root)
        #expect(outcome.status == 1)
        let objects = try outcome.objects
        #expect(objects.map { $0["outcome"]?.string } == ["rejected", "recorded", nil])
        #expect(objects[0]["code"]?.string == "input.too_large" && objects[1]["line"]?.number?.integer == 2)
    }

    @Test("People are told what needs attention, and the sum")
    func text() async throws {
        let outcome = try await Storekeeper.run(
            "ingest", "--store", "memory:", "--root", samples.root,
            input: Array("\(try samples.notification())\nbad\n".utf8))
        #expect(outcome.status == 1 && outcome.lines.count == 2)
        #expect(outcome.lines[0].hasPrefix("line 2: rejected  jws.segments  "))
        #expect(
            outcome.lines[1] == "2 lines: 1 applied, 0 duplicate, 0 superseded, 0 recorded, 0 quarantined, 1 rejected")
    }
}
