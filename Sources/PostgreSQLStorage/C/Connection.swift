internal import CPostgreSQL
internal import Glibc

/// One connection to a server (`PGconn`), used by one thread at a time.
///
/// Statements are sent many at a time, in the pipeline mode of libpq, so that one wait answers them all. Nothing waits
/// longer than it is told to.
@safe final class Connection {
    private let handle: OpaquePointer
    private let notices: UnsafeMutablePointer<storekeeper_notices>
    /// The names of the statements that the server has compiled, by their texts.
    private var prepared: [String: String] = [:]
    /// Whether nothing can be asked any more.
    private(set) var isBroken = false

    /// Connects; libpq bounds each host by `connect_timeout`.
    ///
    /// - Throws: What libpq said; it names hosts, users and databases, never passwords.
    init(_ settings: [ConnectionSetting]) throws(PostgreSQLFailure) {
        let keywords = unsafe settings.map { unsafe UnsafePointer(strdup($0.keyword)) } + [nil]
        let values = unsafe settings.map { unsafe UnsafePointer(strdup($0.value)) } + [nil]
        defer {
            unsafe (keywords + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
        }
        guard let opened = unsafe PQconnectdbParams(keywords, values, 0) else {
            throw PostgreSQLFailure(message: "out of memory")
        }
        unsafe handle = opened
        unsafe notices = .allocate(capacity: 1)
        // Owned from here: `deinit` also runs when the next lines throw.
        unsafe notices.initialize(to: storekeeper_notices(warnings: 0))
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            throw PostgreSQLFailure(
                message: lastMessage, needsPassword: unsafe PQconnectionNeedsPassword(handle) != 0)
        }
        unsafe storekeeper_count_notices(handle, notices)
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1 else {
            throw PostgreSQLFailure(message: lastMessage)
        }
    }

    deinit {
        unsafe PQfinish(handle)
        unsafe notices.deallocate()
    }

    /// Runs statements in their order, within `patience` milliseconds, and gives the rows of each.
    ///
    /// What follows a statement that fails is not run. After a time that is too long the connection is given up.
    func run(_ commands: [Command], patience: Int) throws(PostgreSQLFailure) -> [Rows] {
        guard !isBroken else { throw PostgreSQLFailure(message: "the connection is closed", isConnectionLost: true) }
        let end = ContinuousClock.now + .milliseconds(patience)
        var awaited: [Awaited] = []
        do throws(PostgreSQLFailure) {
            for (index, command) in commands.enumerated() { try send(command, index, &awaited) }
            guard unsafe PQpipelineSync(handle) == 1 else { throw lost() }
            return try receive(awaited, commands, end: end)
        } catch {
            if error.isConnectionLost { isBroken = true }
            throw error
        }
    }

    // MARK: - Sending

    /// What the server is about to answer.
    private enum Awaited {
        case compilation(sql: String, name: String, index: Int)
        case rows(index: Int)
    }

    private func send(_ command: Command, _ index: Int, _ awaited: inout [Awaited]) throws(PostgreSQLFailure) {
        let name: String
        if let known = prepared[command.sql] {
            name = known
        } else {
            // Texts are the program's own, never made from input, so their number is bounded.
            name = "s\(prepared.count)"
            guard unsafe PQsendPrepare(handle, name, command.sql, 0, nil) == 1 else { throw lost() }
            prepared[command.sql] = name
            awaited.append(.compilation(sql: command.sql, name: name, index: index))
        }
        guard sendExecution(of: name, command.parameters) else { throw lost() }
        awaited.append(.rows(index: index))
    }

    private func sendExecution(of name: String, _ parameters: [Parameter]) -> Bool {
        // One buffer for all values, so that one pointer has to stay valid; libpq copies it.
        var bytes: [UInt8] = [0]
        var starts: [Int?] = []
        for parameter in parameters {
            starts.append(parameter.bytes == nil ? nil : bytes.count)
            if let value = parameter.bytes { bytes.append(contentsOf: value) }
        }
        let lengths = parameters.map { Int32(truncatingIfNeeded: $0.bytes?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: parameters.count)
        return unsafe bytes.withUnsafeBytes { buffer -> Bool in
            let values = unsafe starts.map { start -> UnsafePointer<CChar>? in
                guard let start, let first = buffer.baseAddress else { return nil }
                return unsafe (first + start).assumingMemoryBound(to: CChar.self)
            }
            return unsafe PQsendQueryPrepared(
                handle, name, Int32(parameters.count), values, lengths, formats, 1) == 1
        }
    }

    // MARK: - Receiving

    private func receive(
        _ awaited: [Awaited], _ commands: [Command], end: ContinuousClock.Instant
    ) throws(PostgreSQLFailure) -> [Rows] {
        var rows: [Rows] = []
        var failure: PostgreSQLFailure?
        var position = 0
        unsafe notices.pointee.warnings = 0
        while true {
            try waitForResult(until: end)
            guard let result = unsafe PQgetResult(handle) else {
                // The end of one answer.
                position += 1
                unsafe notices.pointee.warnings = 0
                guard position <= awaited.count, unsafe PQstatus(handle) == CONNECTION_OK else { throw lost(failure) }
                continue
            }
            let answer = unsafe Rows(owning: result, warnings: notices.pointee.warnings)
            switch answer.status {
            case PGRES_PIPELINE_SYNC:
                if let failure { throw failure }
                return rows
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                if position < awaited.count, case .rows = awaited[position] { rows.append(answer) }
            default:
                guard position < awaited.count else { throw lost(failure) }
                let index: Int
                switch awaited[position] {
                case .compilation(let sql, _, let at):
                    prepared[sql] = nil
                    index = at
                case .rows(let at): index = at
                }
                if failure == nil, answer.status != PGRES_PIPELINE_ABORTED {
                    failure = answer.failure(operation: commands[index].sql, index: index)
                }
                if unsafe PQstatus(handle) != CONNECTION_OK { throw lost(failure) }
            }
        }
    }

    /// Sends what is left to send and waits until a result can be read without waiting.
    private func waitForResult(until end: ContinuousClock.Instant) throws(PostgreSQLFailure) {
        while true {
            let unsent = unsafe PQflush(handle)
            // With the connection gone the result says so, together with what the server said before.
            guard unsent >= 0 else { return }
            guard unsafe PQisBusy(handle) == 1 else { return }
            var socket = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            if unsent == 1 { socket.events |= Int16(POLLOUT) }
            let left = end - ContinuousClock.now
            let milliseconds = max(
                0, left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000)
            let ready = unsafe poll(&socket, 1, Int32(clamping: milliseconds + 1))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else {
                throw PostgreSQLFailure(message: "the server does not answer", isConnectionLost: true)
            }
            guard unsafe PQconsumeInput(handle) == 1 else { return }
        }
    }

    /// Waits until somebody notifies this connection, or `stop` is woken; the payloads of what came.
    func notifications(until stop: WakePipe) throws(PostgreSQLFailure) -> [String] {
        guard !isBroken else { throw PostgreSQLFailure(message: "the connection is closed", isConnectionLost: true) }
        var payloads: [String] = []
        while payloads.isEmpty {
            // What came with an answer is here already.
            while let notification = unsafe PQnotifies(handle) {
                payloads.append(unsafe notification.pointee.extra.map { unsafe String(cString: $0) } ?? "")
                unsafe PQfreemem(notification)
            }
            guard payloads.isEmpty else { break }
            var watched = unsafe [
                pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.readingEnd, events: Int16(POLLIN), revents: 0),
            ]
            let ready = unsafe poll(&watched, 2, -1)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0, watched[1].revents == 0 else { break }
            guard unsafe PQconsumeInput(handle) == 1, unsafe PQstatus(handle) == CONNECTION_OK else {
                isBroken = true
                throw lost()
            }
        }
        return payloads
    }

    private func lost(_ first: PostgreSQLFailure? = nil) -> PostgreSQLFailure {
        var failure = first ?? PostgreSQLFailure(message: lastMessage)
        failure.isConnectionLost = true
        return failure
    }

    private var lastMessage: String {
        guard let text = unsafe PQerrorMessage(handle) else { return "unknown error" }
        return PostgreSQLFailure.oneLine(unsafe String(cString: text))
    }
}
