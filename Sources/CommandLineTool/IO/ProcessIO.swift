// The one file of this module that hands memory to the C library.

// `environ` is a variable of the C library; it is read once, before anything could change it.
internal import Dispatch
@unsafe @preconcurrency internal import Glibc
internal import Synchronization

extension CommandIO {
    /// The process's own input, output, environment, files and clock.
    package static func process() -> CommandIO {
        // A reader that goes away shall be an error code of `write`, not the end of the process.
        _ = signal(SIGPIPE, SIG_IGN)
        return CommandIO(
            input: Descriptor(STDIN_FILENO, isOwned: false), inputIsTerminal: isatty(STDIN_FILENO) == 1,
            output: .descriptor(STDOUT_FILENO), error: .descriptor(STDERR_FILENO, capacity: 0),
            environment: environmentVariables(), files: ProcessFileSystem(), terminalWidth: terminalWidth(),
            now: currentMilliseconds, watchForStop: watchForSignals, watchForReload: watchForHangUp)
    }

    /// The words after the program's name; nil where one, or a variable for this program, is not UTF-8.
    ///
    /// The standard library repairs such words, so that different ones would come out alike.
    package static func processArguments() -> [String]? {
        var words: [String] = []
        for index in 1..<max(Int(CommandLine.argc), 1) {
            guard let word = unsafe CommandLine.unsafeArgv[index] else { continue }
            guard let text = unsafe String(validatingCString: word) else { return nil }
            words.append(text)
        }
        var cursor = unsafe environ
        while let entry = unsafe cursor.pointee {
            let isOurs = unsafe String(cString: entry).hasPrefix("STOREKEEPER_")
            if isOurs, unsafe String(validatingCString: entry) == nil { return nil }
            unsafe cursor += 1
        }
        return words
    }

    /// Takes SIGTERM and SIGINT as requests from now on; the second of either ends the process at once.
    private static func watchForSignals() -> @Sendable () async -> Void {
        var ends: [Int32] = [-1, -1]
        // Without a pipe the signals keep on ending the process.
        guard unsafe pipe(&ends) == 0 else { return { await unsafe withUnsafeContinuation { _ in } } }
        let (reading, numbers) = (ends[0], [SIGTERM, SIGINT])
        stopPipe.store(ends[1], ordering: .sequentiallyConsistent)
        for number in numbers {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = noteSignal
            action.sa_flags = SA_RESTART | Int32(bitPattern: UInt32(SA_RESETHAND))
            unsafe sigaction(number, &action, nil)
        }
        return {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "storekeeper.stop").async {
                    var byte: UInt8 = 0
                    while unsafe read(reading, &byte, 1) < 0, errno == EINTR {}
                    continuation.resume()
                }
            }
            for number in numbers { _ = signal(number, SIG_DFL) }
        }
    }

    /// Takes SIGHUP as a request from now on, for as long as the process lives.
    private static func watchForHangUp() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var ends: [Int32] = [-1, -1]
        // Without a pipe the signal keeps on ending the process.
        guard unsafe pipe(&ends) == 0 else { return stream }
        let reading = ends[0]
        reloadPipe.store(ends[1], ordering: .sequentiallyConsistent)
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = noteHangUp
        action.sa_flags = SA_RESTART
        unsafe sigaction(SIGHUP, &action, nil)
        DispatchQueue(label: "storekeeper.reload").async {
            var byte: UInt8 = 0
            while true {
                let count = unsafe read(reading, &byte, 1)
                if count > 0 { continuation.yield() } else if count == 0 || errno != EINTR { break }
            }
            continuation.finish()
        }
        return stream
    }

    private static func environmentVariables() -> [String: String] {
        var variables: [String: String] = [:]
        var cursor = unsafe environ
        while let entry = unsafe cursor.pointee {
            let text = unsafe String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            unsafe cursor += 1
        }
        return variables
    }

    private static func terminalWidth() -> Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static func currentMilliseconds() -> Int64 {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// The end of the pipe that the signal handler writes to.
private let stopPipe = Atomic<Int32>(-1)

/// Does no more than a signal handler may (POSIX, section 2.4.3): a signal that comes before anybody waits for it is
/// kept in the pipe, where a dispatch source would miss it.
private let noteSignal: @convention(c) (Int32) -> Void = { _ in
    let number = errno
    var byte: UInt8 = 0
    _ = unsafe write(stopPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = number
}

/// The end of the pipe that tells of SIGHUP.
private let reloadPipe = Atomic<Int32>(-1)

/// As `noteSignal`; a pipe that is full tells enough.
private let noteHangUp: @convention(c) (Int32) -> Void = { _ in
    let number = errno
    var byte: UInt8 = 0
    _ = unsafe write(reloadPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = number
}

extension SystemError {
    /// The error that the last call on this thread left behind.
    fileprivate static func last() -> SystemError {
        let number = errno
        let text = unsafe strerror(number).map { text in unsafe String(cString: text) } ?? "error \(number)"
        return SystemError(number: number, text: text.prefix(1).lowercased() + text.dropFirst())
    }

    /// Whether the reader of an output went away.
    package var isBrokenPipe: Bool { number == EPIPE }

    /// Whether nothing stands at the path.
    package var isNoSuchFile: Bool { number == ENOENT }

    /// Whether something stands at the path already.
    package var isExisting: Bool { number == EEXIST }
}

/// An open file, closed when nobody holds it any more.
private final class Descriptor: ByteSource {
    let number: Int32
    private let isOwned: Bool

    init(_ number: Int32, isOwned: Bool) {
        self.number = number
        self.isOwned = isOwned
    }

    deinit { if isOwned { close(number) } }

    var size: Int? {
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    var permissions: UInt32? {
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_mode & 0o777
    }

    func read(atMost maximum: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
            while true {
                let result = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
                if result >= 0 {
                    count = result
                    return
                }
                if errno == EINTR { continue }
                failure = .last()
                return
            }
        }
        if let failure { throw failure }
        return bytes
    }

    func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                guard let start = buffer.baseAddress else { return 0 }
                return unsafe Glibc.write(number, start + written, buffer.count - written)
            }
            if result >= 0 {
                written += result
            } else if errno == EAGAIN {
                // Another process made the pipe non-blocking; wait until it takes bytes again.
                var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                throw .last()
            }
        }
    }
}

extension OutputWriter {
    fileprivate static func descriptor(_ number: Int32, capacity: Int = 1 << 16) -> OutputWriter {
        let descriptor = Descriptor(number, isOwned: false)
        return OutputWriter(isTerminal: isatty(number) == 1, capacity: capacity) { bytes throws(SystemError) in
            try descriptor.write(bytes)
        }
    }
}

/// The file system of the machine.
private struct ProcessFileSystem: FileSystem {
    func kind(of path: String) -> FileKind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        default: .other
        }
    }

    func open(_ path: String) throws(SystemError) -> any ByteSource {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last() }
        return Descriptor(number, isOwned: true)
    }

    func createPrivateFile(_ path: String, bytes: [UInt8]) throws(SystemError) {
        try create(path, bytes: bytes, mode: 0o600)
    }

    func createFile(_ path: String, bytes: [UInt8]) throws(SystemError) { try create(path, bytes: bytes, mode: 0o666) }

    func replaceFile(_ path: String, bytes: [UInt8]) throws(SystemError) {
        let temporary = "\(path).\(getpid()).new"
        try create(temporary, bytes: bytes, mode: 0o666)
        guard unsafe rename(temporary, path) == 0 else {
            let error = SystemError.last()
            _ = unsafe unlink(temporary)
            throw error
        }
    }

    func removeFile(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 else { throw .last() }
    }

    func createOutput(_ path: String) throws(SystemError) -> OutputWriter { try createOutput(path, mode: 0o666) }

    func createPrivateOutput(_ path: String) throws(SystemError) -> OutputWriter {
        try createOutput(path, mode: 0o600)
    }

    private func createOutput(_ path: String, mode: mode_t) throws(SystemError) -> OutputWriter {
        let number = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard number >= 0 else { throw .last() }
        let file = Descriptor(number, isOwned: true)
        return OutputWriter(isTerminal: false) { bytes throws(SystemError) in try file.write(bytes) }
    }

    func createPrivateDirectory(_ path: String) throws(SystemError) {
        guard unsafe mkdir(path, 0o700) == 0 else { throw .last() }
    }

    private func create(_ path: String, bytes: [UInt8], mode: mode_t) throws(SystemError) {
        let number = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard number >= 0 else { throw .last() }
        try Descriptor(number, isOwned: true).write(bytes)
    }
}
