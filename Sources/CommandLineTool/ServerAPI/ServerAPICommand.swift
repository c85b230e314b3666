internal import AppStoreModels
internal import AppStoreServerAPI
internal import StrictJSON

/// Asks one operation of the App Store Server API.
struct ServerAPICommand<Operation: ServerAPIOperation>: Command {
    static var apply: FlagDefinition { .toggle("apply", "sends it; without, only what would be sent is shown") }

    static var definition: CommandDefinition {
        let endpoint = Operation.endpoint
        let paging = ServerAPIPaging.tokenFlag(of: endpoint).map { [ServerAPIPaging.all, $0] } ?? []
        let own = Operation.flags + (Operation.file.map { [$0] } ?? []) + paging
        let suffix = Operation.example.isEmpty ? "" : " " + Operation.example
        let line = "api \(Operation.word)\(suffix)\(endpoint.isWrite ? " --apply" : "")"
        return CommandDefinition(
            "api \(Operation.word)", Operation.summary, arguments: Operation.arguments,
            flags: own + (endpoint.isWrite ? [apply] : []) + ServerAPIOptions.flags,
            examples: [.init(line, endpoint.isWrite ? "send it" : "ask Production")])
    }

    private let options: ServerAPIOptions
    private let make: ServerAPIMaking
    private let file: String?
    private let isApplied: Bool
    private let followsPages: Bool
    private let token: String?

    init(reading arguments: inout ArgumentReader) {
        options = ServerAPIOptions(reading: &arguments)
        make = Operation.prepare(&arguments)
        file = Operation.file.flatMap { arguments.text($0) }
        isApplied = Operation.endpoint.isWrite ? arguments.isSet(Self.apply) : true
        followsPages = Operation.hasPages ? arguments.isSet(ServerAPIPaging.all) : false
        token = ServerAPIPaging.tokenFlag(of: Operation.endpoint).flatMap { arguments.text($0) }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let contents = try file.map { (path) throws(CommandError) in try io.contents(of: path) } ?? []
        let request: ServerAPIRequest
        do throws(ServerAPIError) { request = try make(contents) } catch { throw CommandError(error) }
        let connection = try options.connect(io: io)
        guard isApplied else {
            showPlan(request, connection.client, io: io)
            throw .misconfigured([Problem("nothing was sent", hint: "add \(Self.apply.dashed) to send it")])
        }
        let result = await ask(request, connection, io: io)
        await connection.transport.close()
        if let skew = connection.client.clockSkew, skew.isLarge { io.warn("\(skew)") }
        switch result {
        case .success(let status): return status
        case .failure(let error):
            guard case .refused(let refusal) = error, [403, 409].contains(refusal.status), refusal.code != nil else {
                throw CommandError(error)
            }
            // Understood, and the answer is no.
            let problem = Problem(error)
            io.complain(problem.text, hint: problem.hint)
            return .no
        }
    }

    private func ask(
        _ request: ServerAPIRequest, _ connection: ServerAPIConnection, io: CommandIO
    ) async -> Result<ExitStatus, ServerAPIError> {
        let lines = ServerAPIAnswerLines(
            endpoint: request.endpoint, bundleId: connection.client.configuration.credentials.bundleId,
            decoder: connection.decoder, isJSON: options.isJSON, style: io.style(isPlain: options.isPlain))
        var status = ExitStatus.fine
        do throws(ServerAPIError) {
            guard Operation.hasPages else {
                let answer = try await connection.client.send(request)
                if !lines.write(answer.value, environment: answer.environment, to: io) { status = .no }
                return .success(status)
            }
            var bar = ProgressBar(io: io, unit: "pages", total: nil, isPlain: options.isPlain)
            var count = 0
            var place: UnreadPage?
            for try await page in connection.client.pages(of: request, after: token) {
                bar.clear()
                if !lines.write(page.value.json, environment: page.environment, to: io) { status = .no }
                count += 1
                place = page.value
                guard followsPages, io.output.failure == nil else { break }
                bar.update(bytes: 0, items: count)
            }
            bar.clear()
            tellPlace(place, io: io)
            return .success(status)
        } catch {
            return .failure(error)
        }
    }

    /// Says how to go on, where there is a way.
    private func tellPlace(_ page: UnreadPage?, io: CommandIO) {
        guard let page, let flag = ServerAPIPaging.tokenFlag(of: Operation.endpoint), !options.isJSON,
            let token = page.nextToken
        else { return }
        let what = page.hasMore ? "there is more: add \(ServerAPIPaging.all.dashed), or" : "for what is new later:"
        io.hint("\(what) \(flag.dashed) \(TerminalText.plain(token))")
    }

    private func showPlan(_ request: ServerAPIRequest, _ client: AppStoreServerAPIClient, io: CommandIO) {
        let url = (try? client.url(of: request)) ?? request.target
        let environment = client.configuration.environment
        if options.isJSON {
            var plan: JSONValue = [
                "plan": true, "endpoint": .string(request.endpoint.rawValue),
                "environment": .string(environment.rawValue), "method": .string(request.method.rawValue),
                "url": .string(url),
            ]
            if case .json(let body) = request.body { plan["body"] = body }
            io.output.writeLine(JSONWriter().text(plan))
            return
        }
        io.output.writeLine(TerminalText.plain("would send to \(environment): \(request.method.rawValue) \(url)"))
        switch request.body {
        case .none: break
        case .png(let bytes): io.output.writeLine("  an image of \(bytes.count) bytes")
        case .json(let body):
            for line in JSONWriter(isIndented: true).text(body).split(separator: "\n") {
                io.output.writeLine(TerminalText.plain("  \(line)"))
            }
        }
    }
}
