internal import AppStoreModels
internal import CommandLineTool
internal import HTTPServing
internal import OpenSSLCrypto
internal import SimulatorService
internal import StoreSimulator
internal import StrictJSON
internal import Synchronization
internal import TestSupport

/// Runs `doctor` on files and servers of its own, with a clock that may be wrong.
struct DoctorBench {
    /// What came of a run.
    struct Outcome {
        var status: CommandLineTool.ExitStatus
        var report: JSONNode
        /// Everything that was written.
        var text: String
        /// The codes in their order, such as `problem clock.skew`.
        var codes: [String]

        /// The likeliest cause.
        var first: String { codes.first ?? "" }

        /// What was found under a code, with what to do.
        func text(_ code: String) -> String {
            let finding = report["findings"]?.elements.first { $0["code"]?.string == code }
            let next = finding?["next"]?.elements.compactMap(\.string) ?? []
            return ([finding?["found"]?.string ?? ""] + next).joined(separator: "\n")
        }
    }

    /// The machine's clock, and when the command looked at it last.
    private final class Watch: Sendable {
        private let machine = CommandIO.process().now
        private let latest: Mutex<Int64>

        init() { latest = Mutex(machine()) }

        func look() -> Int64 {
            let now = machine()
            latest.withLock { $0 = now }
            return now
        }

        var last: Int64 { latest.withLock { $0 } }
    }

    private let watch = Watch()
    let folder: TemporaryFolder
    /// By how many milliseconds the clock is ahead of the servers'.
    var ahead: Int64 = 0
    /// What waiting does.
    var sleep: @Sendable (Int64) async -> Void = { _ in }

    init() throws { folder = try TemporaryFolder() }

    /// Runs a command line; everything around it is the machine's, but for the clock and the variables.
    func run(_ arguments: [String]) async throws -> Outcome {
        let (output, error) = (Recording(), Recording())
        var io = CommandIO.process()
        io.now = { [watch, ahead] in watch.look() + ahead }
        io.sleep = sleep
        io.environment = [:]
        io.output = OutputWriter(isTerminal: false) { bytes throws(SystemError) in output.append(bytes) }
        io.error = OutputWriter(isTerminal: false, capacity: 0) { bytes throws(SystemError) in error.append(bytes) }
        // No machine is too slow for a test, unless it is about that.
        let patience = arguments.contains("--timeout") ? [] : ["--timeout", "3600"]
        let status = await CommandLineTool.run(arguments: ["doctor"] + arguments + patience + ["--json"], io: io)
        let report = try JSONDocument(parsing: Array(output.text.utf8)).root
        let codes = (report["findings"]?.elements.map(\.self) ?? []).map { finding in
            "\(finding["result"]?.string ?? "") \(finding["code"]?.string ?? "")"
        }
        return Outcome(status: status, report: report, text: output.text + error.text, codes: codes)
    }

    /// Writes a key, and gives the flags that name it.
    func key(
        _ pem: String, mode: Int = 0o600, credentials: ServerAPICredentials? = nil, bundleId: String? = nil,
        name: String = "key.p8"
    ) throws -> [String] {
        [
            "--key", try folder.write(name, pem, mode: mode), "--key-id", credentials?.keyID ?? "SIMULATED1",
            "--issuer-id", credentials?.issuerID ?? "00000000-0000-4000-8000-000000000001", "--bundle-id",
            bundleId ?? credentials?.bundleID ?? DoctorBench.bundleId,
        ]
    }

    static let bundleId = "com.example.app"

    /// A simulated App Store on a port, for as long as `body` runs.
    func withStore(
        connect: @escaping DeliveryDesk.Connector = { _ throws(SessionError) in
            DeliveryDesk.Line(send: { _, _ in .success })
        }, notify: String? = "http://127.0.0.1:9/v1/notifications",
        _ body: (_ store: ServedStore, _ arguments: [String]) async throws -> Void
    ) async throws {
        var options = SessionOptions(
            app: SimulatedApp(bundleId: DoctorBench.bundleId, environment: .sandbox))
        options.clock = .virtual(start: 1_769_853_600_000)
        let session = try SimulatorSession(catalog: ProductCatalog([]), options: options)
        let store = ServedStore(
            session: session,
            credentials: ServerAPICredentials(key: try P256PrivateKey(), bundleID: DoctorBench.bundleId),
            delivery: DeliveryDesk(session: session, connect: connect),
            // A token is judged by the time at which it was made: it may take long until the store gets to it.
            realTime: { [watch] in watch.last })
        let simulator = try await RunningSimulator.start(store, listen: "127.0.0.1:0", notify: notify)
        let roots = try folder.write("root.pem", session.trustAnchors.map(\.pem).joined())
        let arguments = [
            "--online", "--environment", "Sandbox", "--base-url", "http://\(simulator.address)", "--root", roots,
        ]
        do { try await body(store, arguments) } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }

    /// A server that answers everything alike, for as long as `body` runs.
    func withServer(
        tls: TLSIdentity? = nil, answer: HTTPResponse, _ body: (_ address: String) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration(address: ListenAddress(host: .loopback, port: 0))
        configuration.tls = tls
        let server = try HTTPServer(
            configuration: configuration, head: { _ in .accept(maximumBody: 1 << 16) }, handler: { _ in answer })
        do { try await body(server.boundAddress.description) } catch {
            await server.stop(patience: 0)
            throw error
        }
        await server.stop(patience: 0)
    }
}
