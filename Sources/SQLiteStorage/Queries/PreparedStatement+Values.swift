internal import EntitlementStorage
internal import Entitlements

extension PreparedStatement {
    /// The word whose number is in a column.
    func word<Word: StoredAsNumber>(_ column: Int32) throws(SQLiteFailure) -> Word {
        do throws(StoredValueDamage) { return try Word(storedNumber: integer(column)) } catch { throw .init(error) }
    }

    /// The answers for a line that are in a column.
    func answers(_ column: Int32, of line: LineIdentity) throws(SQLiteFailure) -> [EntitlementAnswer] {
        let bytes = try blob(column)
        do throws(StoredValueDamage) { return try AnswerCoding.answers(bytes, of: line) } catch { throw .init(error) }
    }

    /// What an event says, which is in a column.
    func content(_ column: Int32, scope: AppScope, line: String?) throws(SQLiteFailure) -> EventContent {
        let bytes = try blob(column)
        do throws(StoredValueDamage) {
            return try EventCoding.content(bytes, scope: scope, line: line)
        } catch {
            throw .init(error)
        }
    }

    /// What an entry of the ledger says, which is in a column.
    func ledgerContent(_ column: Int32, kind: LedgerSubject.Kind) throws(SQLiteFailure) -> LedgerContent {
        let bytes = try blob(column)
        do throws(StoredValueDamage) { return try LedgerCoding.content(bytes, kind: kind) } catch { throw .init(error) }
    }

    /// The statement that is in a column.
    func statement(_ column: Int32, kind: FactKind) throws(SQLiteFailure) -> Statement {
        let bytes = try blob(column)
        do throws(StoredValueDamage) {
            return try StatementCoding.statement(bytes, kind: kind)
        } catch {
            throw .init(error)
        }
    }
}

extension SQLiteFailure {
    /// Takes a value that cannot be read for what it is: damage of the file.
    fileprivate init(_ damage: StoredValueDamage) {
        self.init(code: .corrupt, message: damage.message, operation: "read")
    }
}
