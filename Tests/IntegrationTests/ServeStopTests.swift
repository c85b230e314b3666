internal import StrictJSON
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite("serve is told to stop", .timeLimit(.minutes(30)))
struct ServeStopTests {
    private let folder: TemporaryFolder
    private let arguments: [String]

    init() throws {
        folder = try TemporaryFolder()
        // A loaded machine is no reason to fail.
        let patient = try folder.write(
            "patient.json",
            #"{"limits": {"stopSeconds": 3600, "receiveTimeoutSeconds": 3600, "idleTimeoutSeconds": 3600}}"#)
        arguments =
            try ["--store", "sqlite:\(folder.file("store.db"))", "--config", patient]
            + ServiceProcess.trust(in: folder)
    }

    @Test(
        "Whoever reads that it is ready may stop it the next moment",
        arguments: [ChildProcess.Signal.terminate, .interrupt])
    func atOnce(_ signal: ChildProcess.Signal) async throws {
        for _ in 0..<5 {
            let service = try await ServiceProcess.start(in: folder, arguments)
            service.send(signal)
            let (ending, furtherOutput) = try await service.ending()
            #expect(ending == .exited(0) && furtherOutput.isEmpty)
        }
    }

    @Test("It says when it stops, and what it did")
    func summary() async throws {
        let service = try await ServiceProcess.start(in: folder, arguments)
        let body = TestSigner.body(
            try TestSigner.shared().sign(
                notification: SamplePayload.notification(), transaction: SamplePayload.transaction()))
        #expect(try await service.post(body)?.status == 200)
        #expect(try await service.post(Array("{}".utf8))?.status == 400)
        #expect(try await service.stop() == .exited(0))
        let events = try service.events
        #expect(events.suffix(2).compactMap { $0["event"]?.string } == ["stopping", "stopped"])
        let stopped = try #require(events.last)
        #expect(
            stopped.members.map(\.name)
                == ["event", "at", "uptime", "notifications", "transactions", "unavailable", "refused"])
        let counts = stopped["notifications"]
        #expect(counts?["applied"]?.number?.integer == 1 && counts?["rejected"]?.number?.integer == 1)
        #expect(stopped["unavailable"]?.number?.integer == 0 && stopped["refused"]?.number?.integer == 0)
    }

    /// A connection on which the head of a request was sent, and accepted.
    private func begin(_ length: Int, on service: ServiceProcess) async throws -> LoopbackConnection {
        let head = """
            POST /v1/notifications HTTP/1.1\r
            Host: \(service.publicAddress)\r
            Content-Type: application/json\r
            Content-Length: \(length)\r
            Expect: 100-continue\r
            \r

            """
        return try await blocking {
            let connection = try LoopbackConnection(service.publicAddress)
            try connection.send(Array(head.utf8))
            // The server says by 100 that it waits for the body.
            #expect(try connection.answer()?.status == 100)
            return connection
        }
    }

    @Test("A request that has begun is taken to its end, committed and answered")
    func begun() async throws {
        let service = try await ServiceProcess.start(in: folder, arguments)
        let body = TestSigner.body(
            try TestSigner.shared().sign(
                notification: SamplePayload.notification(), transaction: SamplePayload.transaction()))
        let begun = try await begin(body.count, on: service)
        let idle = try await blocking {
            let idle = try LoopbackConnection(service.publicAddress)
            #expect(try idle.ask("POST", "/v1/notifications", body: Array("{}".utf8))?.status == 400)
            return idle
        }
        service.send(.terminate)
        try await service.logged("stopping")
        let answer = try await blocking {
            try begun.send(body)
            return try begun.answer()
        }
        #expect(answer?.status == 200 && answer?.text.contains("\"outcome\":\"applied\"") == true)
        #expect(try await service.ending().ending == .exited(0))
        // The connection that waited for nothing was closed.
        #expect(try await blocking { try idle.answer() } == nil)
        let list = try await Storekeeper.run("entitlements", "--store", arguments[1], "--all", "--json")
        #expect(try list.object["transactionId"]?.string == SamplePayload.transactionId)
    }

    @Test("A second signal ends it at once")
    func impatient() async throws {
        let service = try await ServiceProcess.start(in: folder, arguments)
        let begun = try await begin(2, on: service)
        service.send(.terminate)
        try await service.logged("stopping")
        service.send(.terminate)
        #expect(try await service.ending().ending == .killed(bySignal: ChildProcess.Signal.terminate.number))
        _ = begun
    }

    @Test("Under load every 200 that was answered is in the store")
    func load() async throws {
        let service = try await ServiceProcess.start(in: folder, arguments)
        let bodies = try (0..<200).map { number in
            TestSigner.body(
                try TestSigner.shared().sign(
                    SamplePayload.notification("TEST", ["notificationUUID": .string("load-\(number)")])))
        }
        let answers = Answers()
        // All are there before the first asks: one that came after the signal would find nobody.
        let connections = try await blocking { try (0..<4).map { _ in try LoopbackConnection(service.publicAddress) } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (lane, connection) in connections.enumerated() {
                group.addTask {
                    try await blocking {
                        for number in stride(from: lane, to: bodies.count, by: 4) {
                            // Where the service has stopped there is an error, or no answer.
                            let answer = try? connection.ask("POST", "/v1/notifications", body: bodies[number])
                            guard let status = answer?.status, answers.note(status, "load-\(number)") else { return }
                            // In the middle of the load.
                            if number == 40 { service.send(.terminate) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await service.ending().ending == .exited(0))
        #expect(answers.others.allSatisfy { $0 == 503 })
        let again = try await ServiceProcess.start(in: folder, arguments, log: "again")
        let list = try #require(try await again.ask("GET", "/v1/notifications?limit=500")?.json)
        let held = (list["notifications"]?.elements).map { $0.compactMap { $0["notificationUUID"]?.string } } ?? []
        #expect(Set(held).isSuperset(of: answers.acknowledged))
        #expect(held.count == Set(held).count && answers.acknowledged.count >= 10)
        try await again.stop()
    }
}

/// What a service answered to several connections.
private final class Answers: Sendable {
    private let state = Mutex((acknowledged: Set<String>(), others: [Int]()))

    var acknowledged: Set<String> { state.withLock { $0.acknowledged } }
    var others: [Int] { state.withLock { $0.others } }

    /// Notes one answer; whether it was 200.
    func note(_ status: Int, _ uuid: String) -> Bool {
        state.withLock { state in
            if status == 200 { state.acknowledged.insert(uuid) } else { state.others.append(status) }
            return status == 200
        }
    }
}
