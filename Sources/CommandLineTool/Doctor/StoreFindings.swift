package import EntitlementStorage

/// Judges a store by a look from outside.
package enum StoreFindings {
    /// Below so many free bytes a disk is as good as full.
    static let leastSpace: Int64 = 100 << 20
    /// Below so many it is worth a word.
    static let littleSpace: Int64 = 1 << 30

    /// Judges a store, causes first; what follows from a cause that was found is not told again.
    package static func judge(_ condition: StoreCondition, address: String) -> [Finding] {
        var findings: [Finding] = []
        if let disk = condition.disk { findings += judge(disk) }
        let isExplained = findings.contains { $0.result == .problem && !$0.isTemporary }
        if let server = condition.server { findings += judge(server, address: address) }
        let isStandby = condition.server.map { !$0.takesWrites } ?? false
        if let failure = condition.failure, !isExplained, !isStandby { findings.append(judge(failure)) }
        if let schema = condition.schema, condition.failure == nil {
            findings += judge(schema, address: address, isExplained: isExplained)
        }
        guard let free = condition.disk?.freeBytes else { return findings }
        return findings.map { $0.with("freeBytes", free) }
    }

    private static func judge(_ disk: DiskCondition) -> [Finding] {
        let place = "beside \(Quoted.word(disk.file))"
        let free = disk.freeBytes.map { "\(size($0)) free" } ?? "free space unknown"
        let space = ["free some space, or move the store: nothing is acknowledged until then, so nothing is lost"]
        switch disk.writeFailure {
        case .full:
            return [.problem(.database, "full", "the disk is full \(place) (\(free))", next: space)]
        case .readOnly:
            return [
                .problem(
                    .database, "read_only", "the file system \(place) is mounted read-only",
                    next: ["mount it for writing, or keep the store elsewhere"])
            ]
        case .notAllowed:
            return [
                .problem(
                    .database, "folder", "this user may not write \(place): SQLite keeps its log there",
                    next: ["let the user who runs serve own the folder, and run doctor as that user"])
            ]
        case .noFolder:
            return [
                .problem(
                    .database, "no_folder", "the folder of \(Quoted.word(disk.file)) does not exist",
                    next: ["make it, or mend the path of --store"])
            ]
        case .other(let reason):
            return [
                .problem(
                    .database, "disk", "the disk fails \(place): \(reason)",
                    next: ["look at the system's log, and at the disk"])
            ]
        case nil: break
        }
        var findings: [Finding] = []
        if let bytes = disk.freeBytes, bytes < littleSpace {
            findings.append(
                bytes < leastSpace
                    ? .problem(
                        .database, "nearly_full", "the disk is nearly full \(place): \(size(bytes)) free", next: space)
                    : .note(.database, "little_space", "\(size(bytes)) free \(place)", next: [space[0]]))
        }
        if let mode = disk.mode, mode & 0o077 != 0 {
            findings.append(
                .note(
                    .database, "mode", "others may use \(Quoted.word(disk.file)) (mode \(String(mode, radix: 8)))",
                    next: ["run: chmod 600 \(disk.file)"]))
        }
        if let journal = disk.journal, journal != "wal" {
            findings.append(
                .note(
                    .database, "journal", "the journal is \(journal), not wal",
                    next: ["serve changes it when it starts, where the file system can keep a write-ahead log"]))
        }
        return findings
    }

    private static func judge(_ server: ServerCondition, address: String) -> [Finding] {
        let name = "PostgreSQL \(server.version) at \(StoreURL.shown(address))"
        guard server.takesWrites, !server.isStandby else {
            return [
                .problem(
                    .database, "standby",
                    server.isStandby ? "\(name) is a standby, and takes no writes" : "\(name) takes no writes",
                    next: [
                        "name all hosts (postgresql://one,two/database): the one that takes writes is chosen",
                        "look whether a failover is under way, or default_transaction_read_only is set",
                    ])
            ]
        }
        guard server.missingMonths.isEmpty else {
            return [
                .note(
                    .database, "partitions",
                    "\(name) has no partition of the log for \(server.missingMonths.joined(separator: ", "))",
                    next: ["run: storekeeper store partitions --store \(StoreURL.shown(address)); serve does it too"])
            ]
        }
        return []
    }

    private static func judge(_ schema: SchemaStatus, address: String, isExplained: Bool) -> [Finding] {
        let shown = StoreURL.shown(address)
        if schema.found == 0 {
            if isExplained { return [] }
            return [
                .problem(
                    .database, "no_schema", "there is no store at \(shown) yet",
                    next: ["if the address is right, start serve, which makes one", "else mend the address"])
            ]
        }
        if schema.found < schema.needed {
            return [
                .note(
                    .database, "migration", "\(shown) has schema \(schema.found), this program needs \(schema.needed)",
                    next: ["serve migrates when it starts; to do it beforehand: storekeeper migrate --store \(shown)"])
            ]
        }
        return isExplained ? [] : [.ok(.database, "\(shown): schema \(schema.found), can be read and written")]
    }

    private static func judge(_ error: StoreError) -> Finding {
        let word =
            switch error {
            case .full: "full"
            case .unavailable: "unavailable"
            case .invalidURL, .unknownParameter: "address"
            case .cannotOpen, .cannotReplace: "cannot_open"
            case .missing: "missing"
            case .cannotConnect: "cannot_connect"
            case .notADatabase: "not_a_database"
            case .foreignDatabase: "foreign"
            case .newerSchema: "newer_schema"
            case .damaged: "damaged"
            case .defect: "defect"
            }
        let isPassing = if case .unavailable = error { true } else { false }
        return .problem(
            .database, word, error.description, next: error.hint.map { [$0] } ?? [], isTemporary: isPassing)
    }

    /// An address that names no store.
    package static func invalid(_ error: StoreError) -> Finding { judge(error) }

    /// A number of bytes for people.
    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<(1 << 10): "\(bytes) bytes"
        case ..<(1 << 20): "\(bytes >> 10) KiB"
        case ..<(1 << 30): "\(bytes >> 20) MiB"
        default: "\(bytes >> 30) GiB"
        }
    }
}
