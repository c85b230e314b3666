internal import EntitlementStorage
internal import Entitlements

/// Lines as they are under their locks, for what is to be told of them.
struct LineReading {
    /// The lines, in the order of their keys.
    let lines: [(key: LineKey, line: LineIdentity)]

    /// A line as it was read.
    struct Read {
        var record: LineRecord
        var projection: LineProjection?
    }

    /// The statements that read; none without lines.
    var commands: [Command] {
        lines.isEmpty ? [] : [StoreQueries.everything(about: lines), StoreQueries.projections(of: lines)]
    }

    /// Reads the answers to `commands`.
    func read(_ answers: some Collection<Rows>) throws(PostgreSQLFailure) -> [LineIdentity: Read] {
        guard !lines.isEmpty else { return [:] }
        guard answers.count == 2, let everything = answers.first, let told = answers.dropFirst().first else {
            throw .damage("the server gave no answer")
        }
        var read: [LineIdentity: Read] = [:]
        for (line, record) in zip(lines, try StoreQueries.records(everything, of: lines)) {
            read[line.line] = Read(record: record)
        }
        for row in 0..<told.count {
            let at = Int(told.integer(row, 0)) - 1
            guard lines.indices.contains(at) else { throw .damage("the server numbers lines that were not sent") }
            read[lines[at].line]?.projection = try StoreQueries.projection(told, row, of: lines[at].line)
        }
        return read
    }
}
