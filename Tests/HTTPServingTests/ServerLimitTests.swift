internal import Glibc
@testable internal import HTTPServing
internal import Testing

@Suite("HTTP server: limits", .timeLimit(.minutes(30)))
struct ServerLimitTests {
    @Test("A connection beyond the limit waits until another ends")
    func total() async throws {
        let server = try startTunedServer(configure: { $0.maximumConnections = 2 })
        let address = server.boundAddress
        let answers = try await blocking {
            var clients: [TestClient] = []
            var answers: [Int?] = []
            for index in 0..<6 {
                let client = try TestClient(address)
                if index >= 2 {
                    try client.send("GET /waiting HTTP/1.1\r\nHost: test\r\n\r\n")
                    _ = clients.removeFirst()
                    answers.append(try client.answer()?.status)
                } else {
                    answers.append(try client.ask("GET", "/")?.status)
                }
                clients.append(client)
            }
            return answers
        }
        #expect(answers == [200, 200, 200, 200, 200, 200])
        await server.stop()
    }

    @Test(
        "A connection too many from one address is closed, except on a loopback listener",
        arguments: [
            ("0.0.0.0:0", false), ("127.0.0.1:0", true),
        ])
    func perAddress(listen: String, isServed: Bool) async throws {
        let server = try startTunedServer(listen, configure: { $0.maximumConnectionsPerAddress = 2 })
        let address = ListenAddress(host: .loopback, port: server.boundAddress.port)
        let (served, after) = try await blocking {
            var clients = try (0..<2).map { _ in
                let client = try TestClient(address)
                _ = try client.ask("GET", "/")
                return client
            }
            let third = try TestClient(address)
            let served = (try? third.ask("GET", "/"))?.status == 200
            // The place of a client that leaves is free for another, as soon as the server has seen it leave.
            clients.removeAll()
            while (try? TestClient(address).ask("GET", "/"))?.status != 200 {}
            return (served, true)
        }
        #expect(served == isServed)
        #expect(after)
        await server.stop()
    }

    @Test("A connection without a request ends after the idle time")
    func idle() async throws {
        let server = try startTunedServer(configure: { $0.idleTimeoutSeconds = 1 })
        let address = server.boundAddress
        let isClosed = try await blocking {
            let clients = [try TestClient(address), try TestClient(address), try TestClient(address)]
            _ = try clients[1].ask("GET", "/")
            try clients[2].send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\na")
            return try clients.map { try $0.receiveAll().isEmpty }
        }
        #expect(isClosed == [true, true, true])
        await server.stop()
    }

    @Test("A handler may take longer than the idle time")
    func slowHandler() async throws {
        let gate = Gate()
        let server = try startTunedServer(configure: { configuration in
            configuration.idleTimeoutSeconds = 1
            configuration.receiveTimeoutSeconds = 1
        }) { request in
            if request.path == "/slow" { await gate.pass() }
            return await describe(request)
        }
        let address = server.boundAddress
        let client = try await blocking {
            let client = try TestClient(address)
            try client.send("GET /slow HTTP/1.1\r\nHost: test\r\n\r\n")
            return client
        }
        await gate.arrivals(1)
        // Another connection that is closed for idleness tells that the time has passed.
        for _ in 0..<3 { try await blocking { _ = try TestClient(address).receive() } }
        gate.open()
        #expect(try await blocking { try client.answer()?.text } == #"GET ["slow"] [] 0"#)
        await server.stop()
    }

    @Test("A request that trickles ends after the receive time", arguments: ["head", "body"])
    func trickle(part: String) async throws {
        let server = try startTunedServer(configure: { configuration in
            configuration.idleTimeoutSeconds = 2
            configuration.receiveTimeoutSeconds = 1
        })
        let address = server.boundAddress
        await #expect(throws: TestClient.Failure.self) {
            try await blocking {
                let client = try TestClient(address)
                try client.send(
                    part == "head"
                        ? "GET / HTTP/1.1\r\nX: " : "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
                // Every byte starts libmicrohttpd's own timeout anew.
                while true {
                    usleep(20_000)
                    try client.send("a")
                }
            }
        }
        #expect(try await isAlive(address))
        await server.stop()
    }

    @Test("A client that does not read its answer is given up after the send time")
    func slowReader() async throws {
        let size = 50_000_000
        let server = try startTunedServer(configure: { configuration in
            configuration.sendTimeoutSeconds = 1
        }) { request in
            if request.path != "/large" { return await describe(request) }
            return HTTPResponse(status: 200, body: [UInt8](repeating: 0x61, count: size))
        }
        let address = server.boundAddress
        let client = try await blocking {
            let client = try TestClient(address)
            try client.send("GET /large HTTP/1.1\r\nHost: test\r\n\r\n")
            _ = try client.receive()
            return client
        }
        try await blocking { while server.requestsInFlight > 0 { usleep(10_000) } }
        #expect(try await blocking { try client.receiveAll().count < size })
        #expect(try await isAlive(address))
        await server.stop()
    }

    @Test("The clock shuts the connections whose time is over, and no other")
    func deadlines() throws {
        var pairs: [[Int32]] = []
        for _ in 0..<3 {
            var pair: [Int32] = [0, 0]
            try #require(
                unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
            pairs.append(pair)
        }
        defer { for descriptor in pairs.joined() { close(descriptor) } }
        func isShut(_ index: Int) -> Bool {
            var byte: UInt8 = 0
            return unsafe recv(pairs[index][1], &byte, 1, 0) == 0
        }
        let table = ConnectionTable(maximum: 10, maximumPerAddress: nil)
        let deadlines = pairs.map { table.watch($0[0]) }
        table.allow(1, deadlines[0])
        table.allow(1, deadlines[1])
        deadlines[1].lift()
        table.allow(1, deadlines[2])
        table.forget(pairs[2][0])
        table.tick()
        #expect((0..<3).map(isShut) == [false, false, false])
        table.tick()
        #expect((0..<3).map(isShut) == [true, false, false])
    }

    @Test(
        "Connections leave descriptors for the rest of the process",
        arguments: [
            (20, 1), (64, 1), (1024, 480), (65536, 32736),
        ])
    func descriptors(limit: Int, connections: Int) {
        #expect(DescriptorLimit.share(of: limit) == connections)
        #expect(DescriptorLimit.connections() >= 1)
    }

    @Test("Connections are counted in all and by address")
    func counts() throws {
        let table = ConnectionTable(maximum: 3, maximumPerAddress: 2)
        let first = IPAddress.version4(1)
        let second = IPAddress.version4(2)
        #expect(table.count == 0)
        #expect([first, first, first, second].map { table.admit($0) } == [true, true, false, true])
        #expect(!table.hasRoom)
        #expect(table.release(first))
        #expect(table.hasRoom)
        #expect(!table.release(second))
        #expect(table.admit(first))
        #expect(!table.admit(first))
    }
}
