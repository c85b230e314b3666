import FoundationEssentials
import Glibc
import HTTPClient

/// Bodies that are posted over connections which are kept, as fast as they are answered.
struct PostingLoad {
    /// The bodies, one a line of a file.
    let bodies: [[UInt8]]
    /// How many are on their way at one time.
    let connections: Int
    /// Where they go, by turns.
    let urls: [String]

    init(file: String, connections: Int, urls: [String]) throws {
        let text = [UInt8](try Data(contentsOf: URL(filePath: file)))
        bodies = text.split(separator: UInt8(ascii: "\n")).map(Array.init)
        self.connections = connections
        self.urls = urls
        guard !bodies.isEmpty, !urls.isEmpty, connections > 0 else { throw BenchmarkError.usage }
    }

    /// Posts all, each once, and prints one JSON object of what it took.
    func run() async throws {
        var configuration = ClientConfiguration(userAgent: "storekeeper-benchmark")
        configuration.maximumTransfers = connections
        let client = try WebClient(configuration)
        let clock = ContinuousClock()
        let (start, processor) = (clock.now, Glibc.clock())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for connection in 0..<connections {
                group.addTask { try await post(from: connection, by: client) }
            }
            try await group.waitForAll()
        }
        let (seconds, attoseconds) = (clock.now - start).components
        let used = Double(Glibc.clock() - processor) / Double(CLOCKS_PER_SEC)
        await client.close()
        print(
            """
            {"notifications": \(bodies.count), "seconds": \(Double(seconds) + Double(attoseconds) / 1e18), \
            "processorSeconds": \(used)}
            """)
    }

    /// Posts every so many-th body.
    private func post(from first: Int, by client: WebClient) async throws {
        let url = urls[first % urls.count]
        for number in stride(from: first, to: bodies.count, by: connections) {
            let request = ClientRequest(
                "POST", url, fields: [ClientField("Content-Type", "application/json")], body: bodies[number])
            let answer = try await client.send(request)
            guard answer.status == 200 else { throw BenchmarkError.wrongResult("answered \(answer.status)") }
        }
    }
}
