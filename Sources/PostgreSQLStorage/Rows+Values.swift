internal import EntitlementStorage
internal import Entitlements

extension Rows {
    /// A number of any width; 0 when it is null.
    func integer(_ row: Int, _ column: Int) -> Int64 {
        let bytes = bytes(row, column)
        guard let first = bytes.first, bytes.count <= 8 else { return 0 }
        return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    func optionalInteger(_ row: Int, _ column: Int) -> Int64? {
        isNull(row, column) ? nil : integer(row, column)
    }

    func flag(_ row: Int, _ column: Int) -> Bool { integer(row, column) != 0 }

    func optionalBytes(_ row: Int, _ column: Int) -> [UInt8]? { isNull(row, column) ? nil : bytes(row, column) }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    func optionalText(_ row: Int, _ column: Int) -> String? { isNull(row, column) ? nil : text(row, column) }

    /// The elements of an array of byte strings; none when it is null.
    func blobs(_ row: Int, _ column: Int) -> [[UInt8]] {
        var rest = bytes(row, column)[...]
        func number() -> Int? {
            guard rest.count >= 4 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return Int(rest.prefix(4).reduce(0 as Int32) { $0 << 8 | Int32($1) })
        }
        guard number() == 1, number() != nil, number() != nil, let count = number(), number() != nil else { return [] }
        var blobs: [[UInt8]] = []
        for _ in 0..<max(count, 0) {
            guard let length = number(), length >= 0, length <= rest.count else { break }
            blobs.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return blobs
    }

    func digest(_ row: Int, _ column: Int) throws(PostgreSQLFailure) -> FactDigest {
        guard let digest = FactDigest(bytes: bytes(row, column)) else {
            throw .damage("a digest is not 32 bytes long")
        }
        return digest
    }

    /// The word whose number is in a column.
    func word<Word: StoredAsNumber>(_ row: Int, _ column: Int) throws(PostgreSQLFailure) -> Word {
        do throws(StoredValueDamage) {
            return try Word(storedNumber: integer(row, column))
        } catch {
            throw .damage(error.message)
        }
    }

    func statement(_ row: Int, _ column: Int, kind: FactKind) throws(PostgreSQLFailure) -> Statement {
        do throws(StoredValueDamage) {
            return try StatementCoding.statement(bytes(row, column), kind: kind)
        } catch {
            throw .damage(error.message)
        }
    }

    /// An id from the form in which it is ordered.
    func identifier(_ row: Int, _ column: Int) throws(PostgreSQLFailure) -> String {
        guard let id = IdentifierKey.identifier(of: bytes(row, column)) else { throw .damage("an id cannot be read") }
        return id
    }

    func scope(_ row: Int, _ column: Int) -> AppScope {
        AppScope(environment: text(row, column), bundleId: text(row, column + 1), realm: text(row, column + 2))
    }
}
