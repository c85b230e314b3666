import EntitlementStorage
import PostgreSQLStorage
import StoreSelection
import Testing

/// Where a database is, and what of that may be shown.
@Suite("The address of a PostgreSQL database")
struct PostgreSQLAddressTests {
    @Test(
        "What is shown has user, hosts and database, and nothing secret",
        arguments: [
            ("postgresql://host/db", "postgresql://host/db", false),
            ("postgres://u@h1:5432,h2/db?target_session_attrs=any", "postgres://u@h1:5432,h2/db", false),
            ("postgresql://u:hunter2@host/db?sslmode=require", "postgresql://u@host/db", true),
            ("postgresql://u:@host/db", "postgresql://u@host/db", false),
            ("postgresql:///db?host=/run&password=hunter2", "postgresql:///db", true),
            ("postgresql:///db?pass%77ord=hunter2", "postgresql:///db", true),
            ("postgresql:///db?sslpassword=hunter2", "postgresql:///db", true),
            ("postgresql:///db?passfile=/etc/pass", "postgresql:///db", false),
            ("postgresql://[::1]:5433/db", "postgresql://[::1]:5433/db", false),
        ])
    func shown(_ text: String, _ shown: String, _ hasPassword: Bool) throws {
        let address = try #require(PostgreSQLAddress(text))
        #expect(address.shown == shown)
        #expect(address.hasPassword == hasPassword)
        #expect(address.isWellFormed)
        #expect(StoreURL.shown(text) == shown)
        #expect(try StoreURL(text) == .postgresql(address))
    }

    @Test(
        "A password that breaks the address is not shown in pieces",
        arguments: [
            "postgresql://u:hunter/2@host/db", "postgresql://u:hun@ter2@host/db", "postgresql://u:h/u?n@ter2/db",
        ])
    func broken(_ text: String) {
        #expect(StoreURL.shown(text) == "postgresql://...")
        #expect(throws: StoreError.invalidURL("postgresql://...")) { try StoreURL(text) }
    }

    @Test("What libpq cannot read is refused without a word of it")
    func unreadable() async {
        let text = "postgresql://u:hunter2@host/db?sslmode=hunter2&application_name=%zzhunter2"
        await #expect(throws: StoreError.invalidURL("postgresql://u@host/db")) {
            try await StoreOpening.open(url: text)
        }
    }

    @Test("A parameter that libpq does not know is named")
    func unknownParameter() async {
        let text = "postgresql://u:hunter2@host/db?sslmode=require&taget_session_attrs=hunter2"
        await #expect(
            throws: StoreError.unknownParameter(address: "postgresql://u@host/db", name: "taget_session_attrs")
        ) {
            try await StoreOpening.open(url: text)
        }
    }

    @Test("A server that is not there is unavailable, and the password stays where it is")
    func nobody() async throws {
        let text = "postgresql://somebody:hunter2@/db?host=/nowhere/at/all"
        let error = try #require(
            await #expect(throws: StoreError.self) { try await StoreOpening.open(url: text) })
        #expect(error.isTemporary)
        #expect(error.description.contains("postgresql://somebody@/db"))
        #expect(!"\(error) \(error.hint ?? "")".contains("hunter2"))
    }
}
