import Testing

@testable import SQLiteStorage

/// The wrapper of SQLite's C interface.
@Suite("A connection to SQLite")
struct ConnectionTests {
    private func connection() throws -> Connection {
        let connection = try Connection(path: ":memory:", isReadOnly: false, busyTimeout: 0)
        try connection.execute("CREATE TABLE t (a, b)")
        return connection
    }

    @Test(
        "Text and blobs keep every byte",
        arguments: ["", "a", "a\u{0}b", "é\u{1F600}", String(repeating: "x", count: 70_000)])
    func values(_ text: String) throws {
        let connection = try connection()
        try connection.run("INSERT INTO t VALUES (?, ?)", .text(text), .blob(Array(text.utf8)))
        let found = try connection.first("SELECT a, b, typeof(a), typeof(b) FROM t") { row throws(SQLiteFailure) in
            (try row.text(0), try row.blob(1), try row.text(2), try row.text(3))
        }
        #expect(found?.0 == text)
        #expect(found?.1 == Array(text.utf8))
        #expect(found?.2 == "text")
        #expect(found?.3 == "blob")
    }

    @Test("Null and numbers are told apart from nothing")
    func nulls() throws {
        let connection = try connection()
        try connection.run("INSERT INTO t VALUES (?, ?)", .null, .integer(.min))
        let found = try connection.first("SELECT a, b FROM t") { row throws(SQLiteFailure) in
            (try row.optionalText(0), try row.optionalBlob(0), row.optionalInteger(0), row.optionalInteger(1))
        }
        #expect(found?.0 == nil)
        #expect(found?.1 == nil)
        #expect(found?.2 == nil)
        #expect(found?.3 == .min)
        #expect(try connection.number("SELECT a FROM t WHERE 0", []) == nil)
    }

    @Test("A wrong number of values is an error")
    func valueCount() throws {
        let connection = try connection()
        let error = #expect(throws: SQLiteFailure.self) { try connection.run("INSERT INTO t VALUES (?, ?)", .null) }
        #expect(error?.code == .range)
    }

    @Test("Two statements in one text are an error")
    func twoStatements() throws {
        let connection = try connection()
        let error = #expect(throws: SQLiteFailure.self) { try connection.run("SELECT 1; DELETE FROM t") }
        #expect(error?.message == "more than one statement")
    }

    @Test("An error names the statement and SQLite's reason")
    func failure() throws {
        let connection = try connection()
        let error = #expect(throws: SQLiteFailure.self) { try connection.run("SELECT x FROM t") }
        #expect(
            error
                == SQLiteFailure(
                    code: ResultCode(rawValue: 1), message: "no such column: x", operation: "SELECT x FROM t"))
    }

    @Test("A transaction that fails leaves nothing, and the next one works")
    func rollback() throws {
        let connection = try connection()
        #expect(throws: SQLiteFailure.self) {
            try connection.write { () throws(SQLiteFailure) in
                try connection.run("INSERT INTO t VALUES (1, 2)")
                try connection.run("INSERT INTO missing VALUES (1)")
            }
        }
        #expect(connection.isAutocommitting)
        try connection.write { () throws(SQLiteFailure) in try connection.run("INSERT INTO t VALUES (3, 4)") }
        #expect(try connection.number("SELECT sum(a) FROM t") == 3)
    }

    @Test("A statement may be asked again while its rows are read")
    func reentrancy() throws {
        let connection = try connection()
        for number in Int64(1)...3 { try connection.run("INSERT INTO t VALUES (?, ?)", .integer(number), .null) }
        let sql = "SELECT a FROM t ORDER BY a"
        let rows = try connection.all(sql) { row throws(SQLiteFailure) in
            let inner = try connection.all(sql) { row throws(SQLiteFailure) in row.integer(0) }
            return inner + [row.integer(0)]
        }
        #expect(rows == [[1, 2, 3, 1], [1, 2, 3, 2], [1, 2, 3, 3]])
    }
}
