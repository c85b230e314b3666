internal import AppStoreModels
internal import CommandLineTool
internal import HTTPServing
internal import OpenSSLCrypto
internal import SimulatorService
internal import StoreSimulator
internal import StrictJSON
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite("doctor on set-ups that were broken on purpose", .timeLimit(.minutes(30)))
struct DoctorCommandTests {
    private var bench: DoctorBench

    init() throws { bench = try DoctorBench() }

    @Test("A sound key against an App Store that knows it is well, and what was not asked for is skipped")
    func sound() async throws {
        try await bench.withStore { store, arguments in
            let key = try bench.key(store.credentials.key.pem(), credentials: store.credentials)
            let outcome = try await bench.run(arguments + key)
            #expect(outcome.status == .fine && outcome.report["ok"]?.boolean == true)
            #expect(
                outcome.codes.filter { $0.hasPrefix("ok") } == [
                    "ok clock.fine", "ok key.fine", "ok api.fine", "ok anchors.fine", "ok anchors.fine",
                    "ok anchors.fine",
                ])
            #expect(!outcome.codes.contains { $0.hasPrefix("problem") })
            let secrets = try store.credentials.key.pem().split(separator: "\n").dropFirst().map(String.init)
            #expect(!(secrets + ["eyJ", "Bearer"]).contains { outcome.text.contains($0) })
        }
    }

    @Test("Keys that cannot sign are the first cause, and the Server API waits for them")
    func wrongKinds() async throws {
        try await bench.withStore { store, arguments in
            let key = store.credentials.key
            for (pem, word) in [
                (try P384PrivateKey().pem(), "kind"), (key.publicKey.pem, "public"),
                ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "unreadable"), ("", "form"),
            ] {
                let outcome = try await bench.run(arguments + (try bench.key(pem)))
                #expect(outcome.status == .no && outcome.first == "problem key.\(word)")
                #expect(outcome.text("api.waits").hasSuffix("waits for API key"))
            }
            let open = try bench.key(key.pem(), mode: 0o644, credentials: store.credentials, name: "open.p8")
            let readable = try await bench.run(arguments + open)
            #expect(readable.status == .no && readable.first == "problem key.mode")
            #expect(readable.codes.contains("ok api.fine"))
            let missing = try await bench.run(arguments + ["--key", bench.folder.file("none.p8")])
            #expect(missing.first == "problem key.missing")
        }
    }

    @Test("Another key, and another app's bundle id, are refused with what the server says")
    func otherKey() async throws {
        try await bench.withStore { store, arguments in
            let other = try bench.key(P256PrivateKey().pem(), credentials: store.credentials)
            let outcome = try await bench.run(arguments + other)
            #expect(outcome.status == .no && outcome.first == "problem api.unauthorized")
            #expect(outcome.text("api.unauthorized").contains("the signature is not by the key with that kid"))
            let app = try bench.key(
                store.credentials.key.pem(), credentials: store.credentials, bundleId: "com.example.other")
            let foreign = try await bench.run(arguments + app)
            #expect(foreign.first == "problem api.unauthorized")
            #expect(foreign.text("api.unauthorized").contains("bid is not the app's bundle id"))
            let configuration = try bench.folder.write(
                "doctor.json",
                """
                {"store": "memory:", "trust": {"apps": [{"bundleId": "com.example.app"}], "environments": ["Sandbox"]}}
                """)
            let named = try await bench.run(arguments + app + ["--config", configuration])
            #expect(named.first == "problem key.bundle_id" && named.codes[1] == "problem api.unauthorized")
            #expect(named.text("api.unauthorized").contains("\"com.example.other\" is none of the configured apps"))
        }
    }

    @Test("A clock that is minutes off is the first cause, and the refused token follows from it", arguments: [-1, 1])
    func skewedClock(_ sign: Int64) async throws {
        var bench = bench
        bench.ahead = sign * 10 * 60_000
        try await bench.withStore { store, arguments in
            let key = try bench.key(store.credentials.key.pem(), credentials: store.credentials)
            let outcome = try await bench.run(arguments + key + ["--notify"])
            #expect(outcome.status == .no && outcome.first == "problem clock.skew")
            #expect(outcome.text("clock.skew").contains(sign > 0 ? "s ahead of" : "s behind of"))
            #expect(outcome.text("api.waits").hasSuffix("waits for clock"))
            #expect(outcome.text("notification.waits").hasSuffix("waits for clock"))
        }
    }

    @Test("An App Store that cannot be reached is temporary, and one without TLS beyond this machine a mistake")
    func unreachableAPI() async throws {
        let key = try bench.key(P256PrivateKey().pem())
        let port = try LoopbackListener().port
        let refused = try await bench.run(["--online", "--base-url", "http://127.0.0.1:\(port)"] + key)
        #expect(refused.status == .temporary && refused.first == "problem api.unreachable")
        let plain = try await bench.run(["--online", "--base-url", "http://example.com"] + key)
        #expect(plain.status == .no && plain.first == "problem api.address")
    }

    @Test("Public addresses that lead nowhere are told by what is in the way")
    func listeners() async throws {
        func first(_ url: String, _ more: String...) async throws -> (String, CommandLineTool.ExitStatus) {
            let outcome = try await bench.run(["--url", url] + more)
            return (outcome.first, outcome.status)
        }
        let port = try LoopbackListener().port
        #expect(try await first("http://127.0.0.1:\(port)/v1/notifications") == ("problem listener.refused", .no))
        // A label of more than 63 bytes (RFC 1035, section 2.3.4), which no resolver asks anybody about.
        let name = String(repeating: "x", count: 64) + ".invalid"
        #expect(try await first("https://\(name)/v1/notifications") == ("problem listener.dns", .no))
        #expect(try await first("example") == ("problem listener.url", .no))
        let secret = try await bench.run(["--url", "https://user:secret@example.invalid/v1/notifications?secret"])
        #expect(secret.first == "problem listener.url" && !secret.text.contains("secret"))
        // The system takes the connection; nobody reads from it.
        let silent = try LoopbackListener()
        #expect(
            try await first("http://127.0.0.1:\(silent.port)/", "--timeout", "1") == ("problem listener.hanging", .no))
        let redirect = HTTPResponse(status: 301, headers: [("Location", "https://example.com/")], body: [])
        for (answer, word) in [
            (redirect, "redirect"), (.text("", status: 500), "failing"), (.text("", status: 404), "path"),
            (.text("fine"), "other"),
        ] as [(HTTPResponse, String)] {
            try await bench.withServer(answer: answer) { address in
                let (code, status) = try await first("http://\(address)/v1/notifications")
                #expect(code == "problem listener.\(word)" && status == .no)
            }
        }
        let service = HTTPResponse(
            status: 400, headers: [("Content-Type", "application/problem+json")],
            body: Array(#"{"code":"input.empty"}"#.utf8))
        try await bench.withServer(answer: service) { address in
            let outcome = try await bench.run(["--url", "http://\(address)"])
            #expect(outcome.status == .fine && outcome.codes.contains("ok listener.fine"))
            #expect(outcome.codes.contains("ok clock.fine") && outcome.codes.contains("note listener.private"))
        }
    }

    @Test("A certificate that nobody vouches for is told as such")
    func unknownAuthority() async throws {
        let authority = try TestAuthority(notBefore: 0, notAfter: 4_102_444_800)
        let chain = authority.leaf.pem + authority.intermediate.pem
        let identity = TLSIdentity(certificatePEM: Array(chain.utf8), keyPEM: Array(try authority.leafKey.pem().utf8))
        try await bench.withServer(tls: identity, answer: .text("fine")) { address in
            let outcome = try await bench.run(["--url", "https://\(address)/v1/notifications"])
            #expect(outcome.status == .no && outcome.first == "problem listener.tls")
            #expect(outcome.text("listener.tls").contains("its issuer is not known"))
            #expect(outcome.text("listener.tls").contains("TLS_ISSUE"))
        }
    }

    @Test("An expired anchor is the first cause where no other is left, and a note where one is")
    func expiredAnchor() async throws {
        let expired = try TestAuthority(notBefore: 0, notAfter: 1_700_000_000).root
        let root = try bench.folder.write("old.pem", expired.pem)
        let beside = try await bench.run(["--root", root])
        #expect(beside.status == .fine && beside.first == "note anchors.expired")
        let configuration = try bench.folder.write(
            "doctor.json",
            """
            {"store": "memory:", "trust": {"builtInRoots": false, "roots": ["\(root)"],
             "apps": [{"bundleId": "com.example.app"}], "environments": ["Sandbox"]}}
            """)
        let alone = try await bench.run(["--config", configuration])
        #expect(alone.status == .no && alone.first == "problem anchors.expired")
    }

    @Test("All mistakes of a configuration are told, and the other checks go on")
    func configuration() async throws {
        let store = bench.folder.file("none.db")
        let configuration = try bench.folder.write(
            "doctor.json", #"{"store": "sqlite:\#(store)", "listen": "nowhere", "graceCapDays": -1, "trust": {}}"#)
        let outcome = try await bench.run(["--config", configuration])
        #expect(outcome.status == .no && outcome.codes.count { $0 == "problem configuration.setting" } == 3)
        #expect(outcome.codes[3] == "problem database.no_schema" && outcome.codes.contains("ok anchors.fine"))
        #expect(outcome.text("leaf.waits").hasSuffix("waits for database"))
        let missing = try await bench.run(["--config", bench.folder.file("none.json")])
        #expect(missing.status == .no && missing.first == "problem configuration.setting")
    }

    @Test("Stores that are none, are somebody else's, or have no folder are told apart")
    func stores() async throws {
        func first(_ url: String) async throws -> String { try await bench.run(["--store", url]).first }
        #expect(try await first("sqlite:\(bench.folder.file("none.db"))") == "problem database.no_schema")
        #expect(bench.folder.mode("none.db") == nil)
        #expect(try await first("sqlite:\(bench.folder.write("empty.db", ""))") == "problem database.no_schema")
        #expect(
            try await first("sqlite:\(bench.folder.write("text.db", String(repeating: "text", count: 1000)))")
                == "problem database.not_a_database")
        #expect(try await first("sqlite:\(bench.folder.file("none/store.db"))") == "problem database.no_folder")
        #expect(try await first("sqlite:\(bench.folder.path)") == "problem database.cannot_open")
        #expect(try await first("mysql:x") == "problem database.address")
        #expect(try await first("memory:") == "note database.memory")
    }

    @Test("A test notification that arrives is well, though its result is not there at first")
    func notification() async throws {
        let gate = Gate()
        let pauses = Mutex<[Int64]>([])
        var bench = bench
        let connect: DeliveryDesk.Connector = { _ throws(SessionError) in
            DeliveryDesk.Line(send: { _, _ in
                await gate.pass()
                return .success
            })
        }
        let desk = Mutex<ServedStore?>(nil)
        bench.sleep = { milliseconds in
            let count = pauses.withLock { pauses in
                pauses.append(milliseconds)
                return pauses.count
            }
            guard count == 3 else { return }
            await gate.open()
            await desk.withLock { $0 }?.delivery.settle()
        }
        try await bench.withStore(connect: connect) { [bench] store, arguments in
            desk.withLock { $0 = store }
            let key = try bench.key(store.credentials.key.pem(), credentials: store.credentials)
            let outcome = try await bench.run(arguments + key + ["--notify"])
            #expect(outcome.status == .fine && outcome.codes.contains("ok notification.fine"))
            #expect(pauses.withLock { $0.filter { $0 >= 1000 } }.prefix(3) == [1000, 2000, 4000])
            desk.withLock { $0 = nil }
        }
    }

    @Test("A test notification that has no address, or does not arrive, is told with what to do")
    func undelivered() async throws {
        try await bench.withStore(notify: nil) { store, arguments in
            let key = try bench.key(store.credentials.key.pem(), credentials: store.credentials)
            let outcome = try await bench.run(arguments + key + ["--notify"])
            #expect(outcome.status == .no && outcome.first == "problem notification.no_url")
            #expect(outcome.text("notification.no_url").contains("for Sandbox in App Store Connect"))
        }
        for result in SendAttemptResult.known where result != .success {
            let connect: DeliveryDesk.Connector = { _ throws(SessionError) in
                DeliveryDesk.Line(send: { _, _ in result })
            }
            let desk = Mutex<ServedStore?>(nil)
            var bench = bench
            bench.sleep = { _ in await desk.withLock { $0 }?.delivery.settle() }
            try await bench.withStore(connect: connect) { [bench] store, arguments in
                desk.withLock { $0 = store }
                let key = try bench.key(store.credentials.key.pem(), credentials: store.credentials)
                let outcome = try await bench.run(arguments + key + ["--notify"])
                #expect(outcome.status == .no && outcome.first == "problem notification.undelivered")
                #expect(outcome.text("notification.undelivered").contains(result.rawValue))
                desk.withLock { $0 = nil }
            }
        }
    }

    @Test("Patience that is over is temporary")
    func waiting() async throws {
        let gate = Gate()
        let connect: DeliveryDesk.Connector = { _ throws(SessionError) in
            DeliveryDesk.Line(send: { _, _ in
                await gate.pass()
                return .success
            })
        }
        try await bench.withStore(connect: connect) { store, arguments in
            let key = try bench.key(store.credentials.key.pem(), credentials: store.credentials)
            // Whatever happens: the simulator waits for what it has begun.
            defer { Task { await gate.open() } }
            let outcome = try await bench.run(arguments + key + ["--notify", "--wait", "30"])
            #expect(outcome.status == .temporary && outcome.first == "problem notification.waiting")
        }
    }

    @Test("Flags that do not go together are refused before anything is looked at")
    func usage() async throws {
        let harness = CommandHarness()
        let wait = await harness.run("doctor", "--wait", "5")
        #expect(wait.status == .usage && wait.error.contains("--wait goes with --notify"))
        let hosts = await harness.run("doctor", "--base-url", "http://127.0.0.1:1", "--older-hosts")
        #expect(hosts.status == .usage && hosts.error.contains("exclude each other"))
    }
}
