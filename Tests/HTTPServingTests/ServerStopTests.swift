internal import HTTPServing
internal import Synchronization
internal import Testing

@Suite("HTTP server: many requests, lost clients and the end", .timeLimit(.minutes(30)))
struct ServerStopTests {
    @Test("Two hundred handlers run at one time")
    func concurrent() async throws {
        let gate = Gate()
        let server = try startServer { request in
            await gate.pass()
            return await describe(request)
        }
        let address = server.boundAddress
        let clients = try await blocking {
            try (0..<200).map { index in
                let client = try TestClient(address)
                try client.send("POST /\(index) HTTP/1.1\r\nHost: test\r\nContent-Length: 1\r\n\r\na")
                return client
            }
        }
        await gate.arrivals(200)
        #expect(server.requestsInFlight == 200)
        #expect(server.openConnections == 200)
        gate.open()
        let answers = try await blocking { try clients.map { try $0.answer()?.text } }
        #expect(answers == (0..<200).map { #"POST ["\#($0)"] [] 1"# })
        await server.stop()
    }

    @Test("A client that leaves while its handler runs is forgotten")
    func leavesHandler() async throws {
        let gate = Gate()
        let server = try startServer { request in
            if request.path != "/alive" { await gate.pass() }
            return await describe(request)
        }
        let address = server.boundAddress
        try await blocking {
            for index in 0..<10 {
                let client = try TestClient(address)
                try client.send("GET /\(index) HTTP/1.1\r\nHost: test\r\n\r\n")
            }
        }
        await gate.arrivals(10)
        gate.open()
        #expect(try await isAlive(address))
        await server.stop(patience: 60_000)
    }

    @Test("A client that has said that it sends no more is answered all the same", arguments: ["", "abc"])
    func endsSending(body: String) async throws {
        let gate = Gate()
        let server = try startServer { request in
            await gate.pass()
            return await describe(request)
        }
        let address = server.boundAddress
        let client = try await blocking {
            let client = try TestClient(address)
            try client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return client
        }
        await gate.arrivals(1)
        client.endSending()
        gate.open()
        #expect(try await blocking { try client.answer()?.status } == 200)
        await server.stop()
    }

    @Test("Stopping lets requests in flight end, and ends their connections")
    func stopAnswers() async throws {
        let gate = Gate()
        let server = try startServer { request in
            await gate.pass()
            return await describe(request)
        }
        let address = server.boundAddress
        let clients = try await blocking {
            try (0..<20).map { index in
                let client = try TestClient(address)
                try client.send("GET /\(index) HTTP/1.1\r\nHost: test\r\n\r\n")
                return client
            }
        }
        await gate.arrivals(20)
        async let stopped: Void = server.stop(patience: 60_000)
        try await untilRefused(address)
        gate.open()
        let answers = try await blocking { try clients.map { (try $0.answer(), try $0.receive()) } }
        await stopped
        for (index, (answer, rest)) in answers.enumerated() {
            #expect(answer?.text == #"GET ["\#(index)"] [] 0"#)
            #expect(answer?.headers["connection"] == "close")
            #expect(rest.isEmpty)
        }
    }

    @Test("Stopping closes connections that wait for a request")
    func stopClosesIdle() async throws {
        let server = try startServer()
        let address = server.boundAddress
        let clients = try await blocking {
            try (0..<20).map { index in
                let client = try TestClient(address)
                if index % 2 == 0 { _ = try client.ask("GET", "/") }
                return client
            }
        }
        await server.stop(patience: 60_000)
        #expect(try await blocking { try clients.allSatisfy { try $0.receive().isEmpty } })
    }

    @Test("Stopping does not wait for a handler for ever")
    func stopAbandons() async throws {
        let gate = Gate()
        let wasCancelled = Mutex(false)
        let server = try startServer { request in
            await gate.pass()
            wasCancelled.withLock { $0 = Task.isCancelled }
            return await describe(request)
        }
        let address = server.boundAddress
        let client = try await blocking {
            let client = try TestClient(address)
            try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
            return client
        }
        await gate.arrivals(1)
        await server.stop(patience: 0)
        let answer = try await blocking { try client.answer() }
        #expect(answer?.status == 503)
        #expect(answer?.text == "the server is stopping\n")
        gate.open()
        while !wasCancelled.withLock({ $0 }) { await Task.yield() }
    }

    @Test("Stopping drops a request that never becomes whole")
    func stopDropsPartial() async throws {
        let server = try startServer()
        let address = server.boundAddress
        let client = try await blocking {
            let client = try TestClient(address)
            // Once leave to send is given, the head has been accepted.
            _ = try client.ask("POST", "/", headers: [("Expect", "100-continue"), ("Content-Length", "3")])
            try client.send("a")
            return client
        }
        await server.stop(patience: 0)
        #expect(try await blocking { try client.receive().isEmpty })
    }

    @Test("A second stop waits for the first")
    func stopTwice() async throws {
        let gate = Gate()
        let server = try startServer { request in
            await gate.pass()
            return await describe(request)
        }
        let address = server.boundAddress
        let client = try await blocking {
            let client = try TestClient(address)
            try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
            return client
        }
        await gate.arrivals(1)
        async let first: Void = server.stop(patience: 60_000)
        async let second: Void = server.stop(patience: 60_000)
        try await untilRefused(address)
        gate.open()
        _ = await (first, second)
        #expect(try await blocking { try client.answer()?.status } == 200)
        await server.stop()
    }

    @Test("A server that is let go ends by itself")
    func letGo() async throws {
        let client = try await { () async throws -> TestClient in
            let server = try startServer()
            let address = server.boundAddress
            return try await blocking {
                let client = try TestClient(address)
                _ = try client.ask("GET", "/")
                return client
            }
        }()
        #expect(try await blocking { try client.receive().isEmpty })
    }

    @Test("Servers stop under load without harm", arguments: 0..<20)
    func stopUnderLoad(round: Int) async throws {
        let server = try startServer()
        let address = server.boundAddress
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let client = try await blocking { try TestClient(address) }
                    await gate.pass()
                    // Until the server goes away, in whatever way.
                    try await blocking {
                        while let answer = try? client.ask("POST", "/", body: [1, 2]), answer.status == 200 {}
                    }
                }
            }
            await gate.arrivals(4)
            gate.open()
            _ = try await isAlive(address)
            await server.stop(patience: 60_000)
            try await group.waitForAll()
        }
    }

    /// Waits until nobody listens any more.
    private func untilRefused(_ address: ListenAddress) async throws {
        try await blocking { while (try? TestClient(address)) != nil {} }
    }
}
