internal import AppStoreServerAPI
internal import HTTPClient
internal import StrictJSON

/// Asks the control interface of a running simulator.
struct SimulatorConnection {
    static let url = FlagDefinition.value(
        "url", "URL", "where the simulator listens; http://127.0.0.1:8090 unless given")
    /// The longest answer that is read, in bytes.
    private static let longestAnswer = 64 << 20

    private let base: String

    init(reading arguments: inout ArgumentReader) {
        let text = arguments.text(Self.url) ?? "http://127.0.0.1:8090"
        base = text.hasSuffix("/") ? String(text.dropLast()) : text
        if !base.hasPrefix("http://"), !base.hasPrefix("https://") {
            arguments.note(
                Problem("\(Self.url.dashed) is \(Quoted.word(text)), not a URL", hint: "write http://127.0.0.1:8090"))
        }
    }

    /// Gets a document.
    ///
    /// - Parameters:
    ///   - path: The segments below `/control/v1`.
    ///   - query: The query.
    /// - Returns: The object that is answered.
    /// - Throws: What keeps the answer from being had; `notFound` with the simulator's own words.
    func get(_ path: [String], query: [(String, String)] = []) async throws(CommandError) -> JSONNode {
        var url = ([base, "control", "v1"] + path.map(URLText.encoded)).joined(separator: "/")
        let pairs = query.map { "\($0)=\(URLText.encoded($1))" }
        if !pairs.isEmpty { url += "?" + pairs.joined(separator: "&") }
        let response: ClientResponse
        do throws(HTTPClientError) {
            let client = try WebClient(ClientConfiguration(userAgent: "storekeeper"))
            var request = ClientRequest("GET", url)
            request.maximumBody = SimulatorConnection.longestAnswer
            response = try await client.send(request)
            await client.close()
        } catch {
            throw .unavailable(
                Problem(
                    "no simulator answers at \(Quoted.word(base)): \(error)",
                    hint: "start one with: storekeeper simulate serve --config FILE"))
        }
        guard let json = try? JSONDocument(parsing: response.body).root, json.kind == .object else {
            throw .unavailable(Problem("what answers at \(Quoted.word(base)) is no simulator"))
        }
        guard response.status == 200 else {
            let detail = json["detail"]?.string ?? "status \(response.status)"
            let problem = Problem(TerminalText.plain(ShortText.head(detail, limit: 400)))
            throw response.status == 404 ? .notFound(problem) : .misconfigured([problem])
        }
        return json
    }
}
