internal import EntitlementStorage
internal import PostgreSQLStorage
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("doctor, with real disks, a real service and a real round trip", .timeLimit(.minutes(30)))
struct DoctorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a store, and gives its path.
    private func store(_ name: String = "store.db") async throws -> String {
        let path = folder.file(name)
        let made = try await Storekeeper.run(
            ["ingest", "--store", "sqlite:\(path)", "--environment", "Sandbox"], input: [])
        try #require(made.status == 0, "\(made.error)")
        return path
    }

    /// The codes of the findings, the likeliest cause first.
    private static func codes(_ outcome: Storekeeper.Outcome) throws -> [String] {
        try (outcome.object["findings"]?.elements.map(\.self) ?? []).map { finding in
            "\(finding["result"]?.string ?? "") \(finding["code"]?.string ?? "")"
        }
    }

    @Test("A store in use is well, and is left as it is")
    func sound() async throws {
        let path = try await store()
        let outcome = try await Storekeeper.run("doctor", "--store", "sqlite:\(path)")
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.output.contains("can be read and written"))
        #expect(outcome.lines.last?.hasPrefix("0 problems") == true)
        let files = try await Storekeeper.bash(#"ls "$1""#, folder.path)
        #expect(files.lines == ["store.db"])
        let linked = try await Storekeeper.bash(
            #"ln -s "$1" "$1.link"; exec "$storekeeper" doctor --store "sqlite:$1.link""#, path)
        #expect(linked.status == 0 && linked.output.contains("can be read and written"))
    }

    @Test("A process that may not write any more has a full disk")
    func limitedFiles() async throws {
        let outcome = try await Storekeeper.bash(
            #"trap '' XFSZ; ulimit -f 8; exec "$storekeeper" doctor --json --store "sqlite:$1""#, try await store())
        #expect(outcome.status == 1)
        #expect(try Self.codes(outcome).first == "problem database.full")
        #expect(outcome.output.contains("the disk is full"))
    }

    /// Whether this user may have file systems of its own (user namespaces).
    private static let hasNamespaces: Bool = {
        let child = try? ChildProcess(
            "/usr/bin/unshare", ["-rm", "true"], environment: [:], input: .nothing, output: .nothing, error: .nothing)
        return child?.wait(milliseconds: 60_000) == .exited(0)
    }()

    private static let mounting = """
        set -e
        mkdir "$1/disk"
        mount -t tmpfs -o size=1m none "$1/disk"
        cp "$2" "$1/disk/store.db"
        """

    @Test("A full disk is the first cause", .enabled(if: hasNamespaces, "unshare -rm is not allowed here"))
    func fullDisk() async throws {
        let script =
            Self.mounting + """

                head -c 4m /dev/zero > "$1/disk/rest" 2> /dev/null || true
                exec "$storekeeper" doctor --json --store "sqlite:$1/disk/store.db"
                """
        let outcome = try await Storekeeper.bash(
            #"exec unshare -rm bash -c "$1" bash "$2" "$3""#, script, folder.path, try await store())
        #expect(outcome.status == 1, "\(outcome.error)")
        #expect(try Self.codes(outcome).first == "problem database.full")
        #expect(try !Self.codes(outcome).contains { $0.hasPrefix("problem database.unavailable") })
    }

    @Test(
        "A file system that may only be read is the first cause",
        .enabled(if: hasNamespaces, "unshare -rm is not allowed here"))
    func readOnlyDisk() async throws {
        let script =
            Self.mounting + """

                mount -o remount,ro "$1/disk"
                exec "$storekeeper" doctor --json --store "sqlite:$1/disk/store.db"
                """
        let outcome = try await Storekeeper.bash(
            #"exec unshare -rm bash -c "$1" bash "$2" "$3""#, script, folder.path, try await store())
        #expect(outcome.status == 1, "\(outcome.error)")
        #expect(try Self.codes(outcome).first == "problem database.read_only")
    }

    @Test("A folder that this user may not write in is the first cause")
    func readOnlyFolder() async throws {
        let path = try await store()
        let outcome = try await Storekeeper.bash(
            """
            chmod 555 "$1"
            # Nothing is forbidden to root, unless it gives up that.
            rights=()
            some=-dac_override,-dac_read_search
            if [ "$(id -u)" = 0 ]; then rights=(setpriv --bounding-set=$some --inh-caps=$some); fi
            ${rights[@]+"${rights[@]}"} "$storekeeper" doctor --json --store "sqlite:$2"
            status=$?
            chmod 755 "$1"
            exit $status
            """, folder.path, path)
        #expect(outcome.status == 1, "\(outcome.error)")
        #expect(try Self.codes(outcome).first == "problem database.folder")
    }

    @Test(
        "A PostgreSQL store is told with its version and what it lacks",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
    func postgreSQL() async throws {
        try await TestDatabase.run { database in
            // The address may hold a password, which a flag must not.
            let environment = ["STOREKEEPER_STORE": database.address.connectionString]
            let empty = try await Storekeeper.run("doctor", "--json", environment: environment)
            #expect(empty.status == 1)
            #expect(try Self.codes(empty).first == "problem database.no_schema")
            let prepared = try await database.store()
            await prepared.close()
            let outcome = try await Storekeeper.run("doctor", "--json", environment: environment)
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(try Self.codes(outcome).contains("ok database.fine"))
            #expect(try Self.codes(outcome).contains("note database.partitions"))
            #expect(outcome.output.contains("storekeeper store partitions"))
            let made = try await Storekeeper.run("store", "partitions", environment: environment)
            #expect(made.status == 0)
            let complete = try await Storekeeper.run("doctor", "--json", environment: environment)
            #expect(try !Self.codes(complete).contains("note database.partitions"))
            let readOnly = database.address.connectionString.replacing(
                "options=", with: "options=-cdefault_transaction_read_only%3Don%20")
            try #require(readOnly != database.address.connectionString)
            let standing = try await Storekeeper.run(
                "doctor", "--json", environment: ["STOREKEEPER_STORE": readOnly])
            #expect(standing.status == 1, "\(standing.output)")
            #expect(try Self.codes(standing).first == "problem database.standby")
        }
    }

    @Test("A test notification goes to the service and into its store, and not into another one")
    func roundTrip() async throws {
        let authority = folder.file("authority")
        #expect(try await Storekeeper.run("authority", "create", authority).status == 0)
        let root = ["--root", "\(authority)/root.pem", "--environment", "Sandbox"]
        let database = "sqlite:\(folder.file("service.db"))"
        let service = try await ServiceProcess.start(
            in: folder, ["--store", database, "--app", "com.example.simulated:42"] + root)
        let url = "http://\(service.publicAddress)/v1/notifications"
        let products = try folder.write(
            "products.json",
            #"{"bundleId": "com.example.simulated", "products": [{"id": "coins", "type": "consumable", "price": "1"}]}"#
        )
        let (child, address) = try await blocking { [folder] in
            let child = try ChildProcess(
                Storekeeper.path,
                [
                    "simulate", "serve", "--config", products, "--listen", "127.0.0.1:0", "--notify", url, "--live",
                    "--authority", authority, "--apple-id", "42",
                ], environment: Storekeeper.environment([:]), input: .nothing, output: .pipe,
                error: .file(folder.file("simulator.log")))
            let line = child.output?.readLine(until: .now + .seconds(600)) ?? ""
            return (child, try JSONDocument(parsing: Array(line.utf8)).root["address"]?.string ?? "")
        }
        let credentials = try #require(
            try await LoopbackClient.ask(address, "GET", "/control/v1/credentials")?.json)
        let key = try folder.write("key.p8", credentials["privateKey"]?.string ?? "")
        let asking =
            [
                "doctor", "--json", "--notify", "--wait", "600", "--timeout", "600", "--url", url, "--base-url",
                "http://\(address)", "--key", key,
                "--key-id", credentials["keyId"]?.string ?? "", "--issuer-id", credentials["issuerId"]?.string ?? "",
                "--bundle-id", "com.example.simulated",
            ] + root
        let sent = try await Storekeeper.run(asking + ["--store", database])
        #expect(sent.status == 0, "\(sent.output)")
        #expect(sent.output.contains("was sent, delivered, and is in the store"))
        let again = try await Storekeeper.run("doctor", "--json", "--store", database)
        #expect(try Self.codes(again).contains { $0.hasSuffix(" leaf.fine") || $0.hasSuffix(" leaf.expiring") })
        let misled = try await Storekeeper.run("doctor", "--json", "--timeout", "600", "--url", url + "x")
        #expect(misled.status == 1)
        #expect(try Self.codes(misled).first == "problem listener.path")
        let other = try await Storekeeper.run(asking + ["--store", "sqlite:\(try await store("other.db"))"])
        #expect(other.status == 1)
        #expect(try Self.codes(other).first == "problem notification.not_stored")
        child.send(.terminate)
        #expect(try await blocking { child.wait(milliseconds: 600_000) } == .exited(0))
        try await service.stop()
    }
}
