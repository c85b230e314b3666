import EntitlementStorage
import PostgreSQLStorage
import TestSupport
import Testing

/// Whether readers that keep their place miss what is committed late.
@Suite(
    "The order of commits in PostgreSQL", .timeLimit(.minutes(30)),
    .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
struct CommitOrderTests {
    /// What a commit may bring.
    enum Kind: CaseIterable {
        case verified, quarantined

        func submission(_ uuid: String, date: Int64) -> Submission {
            switch self {
            case .verified: .verified(Sample.notification(uuid, date: date))
            case .quarantined: .quarantined(Sample.quarantined(uuid, date: date))
            }
        }
    }

    /// Lets the commit that brings the notification "slow" wait, all its numbers drawn, for a lock that is held.
    private func holdUp(_ database: TestDatabase) async throws {
        try await database.console.run("CREATE TABLE gate (id integer)")
        try await database.console.run("INSERT INTO gate VALUES (1)")
        try await database.console.run(
            #"""
            CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF NEW.uuid = '\xff736c6f77'::bytea THEN PERFORM 1 FROM gate FOR UPDATE; END IF;
                RETURN NULL;
            END $$
            """#)
        try await database.console.run(
            """
            CREATE CONSTRAINT TRIGGER late AFTER INSERT ON notification DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION late()
            """)
        try await database.console.run("BEGIN")
        try await database.console.run("SELECT id::text FROM gate FOR UPDATE")
    }

    @Test("A slow committer never makes a reader pass it by", arguments: Kind.allCases, Kind.allCases)
    func slow(_ first: Kind, _ second: Kind) async throws {
        try await TestDatabase.run { database in
            let (one, other) = (try await database.store(), try await database.store())
            try await holdUp(database)
            let slow = Task { try await one.commit([first.submission("slow", date: 1)]) }
            try await database.waitUntilBlocked()
            let fast = Task { try await other.commit([second.submission("fast", date: 2)]) }
            try await database.waitUntilBlocked(2)
            let page = try await other.events(EventQuery(limit: 10))
            let log = try await other.notifications(NotificationQuery(limit: 10))
            #expect(page == EventPage(events: [], last: 0))
            #expect(log == [])
            try await database.console.run("COMMIT")
            _ = try await (slow.value, fast.value)
            let rest = try await other.notifications(NotificationQuery(after: log.last?.sequence, limit: 10))
            #expect(rest.map(\.header.uuid) == ["slow", "fast"])
            let told = try await other.events(EventQuery(after: page.last, limit: 10)).events
            #expect(told.count == [first, second].count { $0 == .verified })
            #expect(told.map(\.sequence) == told.map(\.sequence).sorted())
            for store in [one, other] { await store.close() }
        }
    }

    @Test("Readers that go on while several processes write see every row once")
    func goingOn() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store()
            let reading = Task {
                var (log, told, cursor) = ([Int64](), [Int64](), Int64(0))
                while log.count < 90 || told.count < 90 {
                    log += try await store.notifications(NotificationQuery(after: log.last, limit: 7)).map(\.sequence)
                    let page = try await store.events(EventQuery(after: cursor, limit: 7))
                    cursor = page.last
                    told += page.events.map(\.sequence)
                }
                return (log: log, told: told)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<3 {
                    group.addTask {
                        let own = try await database.store()
                        for number in 0..<30 {
                            let name = "\(writer)-\(number)"
                            _ = try await own.commit([.verified(Sample.notification(name, date: Int64(number)))])
                        }
                        await own.close()
                    }
                }
                try await group.waitForAll()
            }
            let read = try await reading.value
            #expect(read.log == (try await store.notifications(NotificationQuery(limit: 1000)).map(\.sequence)))
            #expect(read.told == (try await store.events(EventQuery(limit: 1000)).events.map(\.sequence)))
            await store.close()
        }
    }
}
