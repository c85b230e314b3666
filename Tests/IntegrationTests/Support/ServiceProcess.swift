internal import Glibc
internal import OpenSSLCrypto
internal import StrictJSON
internal import TestSupport

/// `storekeeper serve`, ready for requests; it is killed when nobody holds it any more.
final class ServiceProcess: Sendable {
    /// The service ended, or said something else, instead of getting ready.
    struct NotReady: Error {
        var line: String?
        var log: String
    }

    /// What it said when it was ready.
    let readyLine: String
    /// Where the listeners are.
    let publicAddress, privateAddress: String
    private let child: ChildProcess
    private let folder: TemporaryFolder
    private let logName: String

    /// Starts a service on ports that the system chooses; its log goes into a file of the folder.
    static func start(
        in folder: TemporaryFolder, _ arguments: [String] = [], log: String = "log",
        environment: [String: String] = [:]
    ) async throws -> ServiceProcess {
        try await blocking {
            let child = try launch(in: folder, arguments, log: log, environment: environment)
            let line = child.output?.readLine(until: .now + .seconds(600))
            guard let line, let ready = try? JSONDocument(parsing: Array(line.utf8)).root,
                let open = ready["public"]?.string, let closed = ready["private"]?.string
            else { throw NotReady(line: line, log: folder.text(log)) }
            return ServiceProcess(line, open, closed, child, folder, log)
        }
    }

    /// Starts the program and does not wait until it is ready.
    static func launch(
        in folder: TemporaryFolder, _ arguments: [String], log: String = "log", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            Storekeeper.path, ["serve"] + arguments,
            environment: Storekeeper.environment(anyPorts.merging(environment) { $1 }), input: .nothing, output: .pipe,
            error: .file(folder.file(log)))
    }

    private static let anyPorts = [
        "STOREKEEPER_LISTEN": "127.0.0.1:0", "STOREKEEPER_PRIVATE_LISTEN": "127.0.0.1:0",
    ]

    /// The flags of a service that takes the samples, as far as they do not depend on a store.
    static func trust(in folder: TemporaryFolder) throws -> [String] {
        [
            "--root", try folder.write("root.pem", TestSigner.shared().root.pem),
            "--app", "\(SamplePayload.bundleId):\(SamplePayload.appAppleId)",
        ]
    }

    private init(
        _ readyLine: String, _ publicAddress: String, _ privateAddress: String, _ child: ChildProcess,
        _ folder: TemporaryFolder, _ logName: String
    ) {
        self.readyLine = readyLine
        self.publicAddress = publicAddress
        self.privateAddress = privateAddress
        self.child = child
        self.folder = folder
        self.logName = logName
    }

    /// What it logged so far.
    var log: String { folder.text(logName) }

    /// The log so far as objects.
    var events: [JSONNode] {
        get throws { try log.split(separator: "\n").map { try JSONDocument(parsing: Array($0.utf8)).root } }
    }

    /// Sends a signal.
    func send(_ signal: ChildProcess.Signal) { child.send(signal) }

    /// Waits for the end; what it wrote to standard output after its first line comes with it.
    func ending() async throws -> (ending: ChildProcess.Ending?, furtherOutput: String) {
        try await blocking { [child] in
            let ending = child.wait(milliseconds: 600_000)
            if ending == nil { child.send(.kill) }
            return (ending, String(decoding: child.output?.readAll() ?? [], as: UTF8.self))
        }
    }

    /// Tells it to stop, and waits until it has.
    @discardableResult
    func stop() async throws -> ChildProcess.Ending? {
        send(.terminate)
        return try await ending().ending
    }

    /// Waits until the log has an event of that name.
    func logged(_ event: String) async throws {
        let text = "{\"event\":\"\(event)\""
        try await blocking { [self] in
            let deadline = ContinuousClock.now + .seconds(600)
            while !log.contains(text) {
                guard ContinuousClock.now < deadline else { throw NotReady(line: readyLine, log: log) }
                _ = usleep(2000)
            }
        }
    }

    /// Posts a notification as the App Store does.
    func post(_ body: [UInt8]) async throws -> LoopbackClient.Answer? {
        try await LoopbackClient.ask(
            publicAddress, "POST", "/v1/notifications", headers: ["Content-Type": "application/json"], body: body)
    }

    /// Asks the private listener.
    func ask(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> LoopbackClient.Answer? {
        try await LoopbackClient.ask(privateAddress, method, target, headers: headers, body: body)
    }
}
