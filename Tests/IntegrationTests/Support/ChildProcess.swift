// The one file of these tests that hands memory to the C library.

internal import Dispatch
internal import Glibc
internal import Synchronization

/// A program that a test started; it is killed when nobody holds it any more.
final class ChildProcess: Sendable {
    /// How a program ended.
    enum Ending: Hashable, Sendable {
        case exited(Int32)
        case killed(bySignal: Int32)
    }

    /// What a stream of the program is connected with.
    enum Stream: Hashable, Sendable {
        case nothing
        case pipe
        /// A file that is read, or written from its end.
        case file(String)
    }

    /// What a program can be told.
    enum Signal: Sendable {
        case kill, terminate, interrupt, hangUp

        var number: Int32 {
            switch self {
            case .kill: SIGKILL
            case .terminate: SIGTERM
            case .interrupt: SIGINT
            case .hangUp: SIGHUP
            }
        }
    }

    /// A call of the system that failed.
    struct Failure: Error, Hashable {
        var call: String
        var number: Int32
    }

    private final class State: Sendable {
        let ending = Mutex<Ending?>(nil)
        let group = DispatchGroup()
    }

    /// The test's ends of the outputs that are pipes.
    let output, error: Descriptor?
    private let input: Mutex<Descriptor?>
    /// The process's number; never reused while the value lives and the process runs.
    let identifier: pid_t
    private let state = State()

    /// Starts a program.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], input: Stream, output: Stream,
        error: Stream
    ) throws(Failure) {
        ChildProcess.ignoreBrokenPipes
        var streams: [Ends] = []
        identifier = try ChildProcess.handingOver.withLock { _ throws(Failure) in
            streams = [try Ends(input, isInput: true), try Ends(output), try Ends(error)]
            return try ChildProcess.spawn(program, arguments, environment, streams)
        }
        (self.output, self.error) = (streams[1].own, streams[2].own)
        self.input = Mutex(streams[0].own)
        let (state, identifier) = (state, identifier)
        state.group.enter()
        // A queue of its own gets a thread of its own, which waits for the end.
        DispatchQueue(label: "child").async {
            var information = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            state.ending.withLock { ending in
                // Only now is the number free for another process, and nobody sends a signal any more.
                var status: Int32 = 0
                _ = unsafe waitpid(identifier, &status, 0)
                let signal = status & 0x7F
                ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(bySignal: signal)
            }
            state.group.leave()
        }
    }

    deinit { send(.kill) }

    /// Sends a signal, unless the process has ended.
    func send(_ signal: Signal) {
        state.ending.withLock { ending in
            if ending == nil { kill(identifier, signal.number) }
        }
    }

    /// Writes everything to the program's input, as far as it reads, and ends it; blocks the thread.
    func feed(_ bytes: [UInt8]) {
        let input = input.withLock { input in
            defer { input = nil }
            return input
        }
        input?.write(bytes)
    }

    /// Waits for the end, blocking the thread; nil when the process still runs after that time.
    func wait(milliseconds: Int) -> Ending? {
        _ = state.group.wait(timeout: .now() + .milliseconds(milliseconds))
        return state.ending.withLock { $0 }
    }

    /// Writing to a program that has ended shall be an error code, not the end of the tests.
    private static let ignoreBrokenPipes: Void = {
        _ = signal(SIGPIPE, SIG_IGN)
    }()

    /// Held while there are descriptors that a program of another test would inherit, and keep from ending.
    private static let handingOver = Mutex(())

    /// The two ends of one stream; the program's is closed here once it has been handed over.
    private struct Ends {
        let own: Descriptor?
        let theirs: Descriptor

        init(_ stream: Stream, isInput: Bool = false) throws(Failure) {
            switch stream {
            case .nothing:
                own = nil
                theirs = try Descriptor.open("/dev/null", isInput ? O_RDONLY : O_WRONLY)
            case .file(let path):
                own = nil
                theirs = try isInput ? Descriptor.open(path, O_RDONLY) : Descriptor.appending(to: path)
            case .pipe:
                let (reading, writing) = try Descriptor.pipe()
                (own, theirs) = isInput ? (writing, reading) : (reading, writing)
            }
        }
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String], _ streams: [Ends]
    ) throws(Failure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, stream.theirs.number, Int32(number))
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The program begins as a shell would start it: no signal blocked, none ignored.
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var identifier: pid_t = 0
        let number = unsafe posix_spawn(&identifier, program, &actions, &attributes, &words, &variables)
        guard number == 0 else { throw Failure(call: "posix_spawn \(program)", number: number) }
        return identifier
    }
}

/// An open file or pipe, closed when nobody holds it any more; its calls block.
final class Descriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { _ = Glibc.close(number) }

    /// Opens a file that is written from its end.
    static func appending(to path: String) throws(ChildProcess.Failure) -> Descriptor {
        try open(path, O_WRONLY | O_CREAT | O_APPEND)
    }

    fileprivate static func open(_ path: String, _ flags: Int32) throws(ChildProcess.Failure) -> Descriptor {
        let number = unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw ChildProcess.Failure(call: "open \(path)", number: errno) }
        return Descriptor(number)
    }

    fileprivate static func pipe() throws(ChildProcess.Failure) -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw ChildProcess.Failure(call: "pipe", number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// The next bytes; none at the end, or when nothing comes until then.
    func read(atMost count: Int = 65536, until deadline: ContinuousClock.Instant? = nil) -> [UInt8] {
        let left = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, left.map { Int32(max($0, 0)) } ?? -1) > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: count)
        let count = unsafe Glibc.read(number, &buffer, buffer.count)
        return Array(buffer.prefix(max(count, 0)))
    }

    /// Everything up to the end.
    func readAll() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let more = read()
            if more.isEmpty { return all }
            all += more
        }
    }

    /// One line without its end; nil when none is complete until then.
    ///
    /// What follows it stays to be read.
    func readLine(until deadline: ContinuousClock.Instant) -> String? {
        var line: [UInt8] = []
        while true {
            let next = read(atMost: 1, until: deadline)
            if next.isEmpty { return nil }
            if next == [UInt8(ascii: "\n")] { return String(decoding: line, as: UTF8.self) }
            line += next
        }
    }

    /// Writes everything, or as much as somebody reads.
    func write(_ bytes: [UInt8]) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe Glibc.write(number, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }
}

/// A lock on one byte of a file, as another process would hold it; released when nobody holds it any more.
final class FileLock: Sendable {
    private let number: Int32
    private let offset: Int

    /// Takes the lock.
    init(_ path: String, offset: Int) throws(ChildProcess.Failure) {
        number = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC)
        self.offset = offset
        guard set(F_WRLCK) else { throw ChildProcess.Failure(call: "lock \(path)", number: errno) }
    }

    deinit { _ = Glibc.close(number) }

    /// Lets go of it.
    func release() { _ = set(F_UNLCK) }

    private func set(_ type: Int32) -> Bool {
        var lock = flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: offset, l_len: 1, l_pid: 0)
        return unsafe fcntl(number, F_SETLKW, &lock) == 0
    }
}
