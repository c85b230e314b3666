internal import AppStoreModels
internal import AppStoreServerAPI
internal import CommandLineTool
internal import OpenSSLCrypto
internal import SimulatorService
internal import StoreSimulator
internal import StrictJSON
internal import Testing

@Suite("Asking the Server API on the command line", .timeLimit(.minutes(30)))
struct ServerAPICommandTests {
    private static let bundleId = "com.example.app"
    private static let key = Result { try P256PrivateKey() }

    /// A simulated App Store on a port, and command lines with its key.
    ///
    /// Its answers are dated by the machine's clock and the command lines have another, which they say on standard error.
    private struct Asked {
        let session: SimulatorSession
        let store: ServedStore
        let harness: CommandHarness

        func buy(_ product: String) throws -> String {
            let events = try session.perform(.buy(PurchaseRequest(customer: "ann", product: product)))
            return String(try #require(events.compactMap(\.transaction).first).id)
        }

        func run(_ arguments: String...) async -> CommandHarness.Outcome {
            await harness.run(["api"] + arguments + ["--environment", "Sandbox", "--root", "root.pem"])
        }
    }

    private static func with(_ body: (Asked) async throws -> Void) async throws {
        var options = SessionOptions(app: SimulatedApp(bundleId: bundleId, environment: .sandbox))
        options.clock = .virtual(start: 1_769_853_600_000)
        let catalog = ProductCatalog([
            CatalogProduct(id: "coins", type: .consumable, price: 990),
            CatalogProduct(id: "pro", groupID: "G1", period: .init(months: 1), price: 9_990),
        ])
        let session = try SimulatorSession(catalog: catalog, options: options)
        var harness = CommandHarness(files: try files(root: session.trustAnchors.first))
        let now = harness.now
        let store = ServedStore(
            session: session, credentials: ServerAPICredentials(key: try key.get(), bundleID: bundleId),
            realTime: { now })
        let simulator = try await RunningSimulator.start(store, listen: "127.0.0.1:0")
        harness.environment = environment(store.credentials)
        harness.environment["STOREKEEPER_API_BASE_URL"] = "http://\(simulator.address)"
        do { try await body(Asked(session: session, store: store, harness: harness)) } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }

    private static func environment(_ credentials: ServerAPICredentials) -> [String: String] {
        [
            "STOREKEEPER_API_KEY_FILE": "key.p8", "STOREKEEPER_API_KEY_ID": credentials.keyID,
            "STOREKEEPER_API_ISSUER_ID": credentials.issuerID, "STOREKEEPER_API_BUNDLE_ID": credentials.bundleID,
        ]
    }

    private static func files(root: Certificate? = nil) throws -> MemoryFileSystem {
        let files = MemoryFileSystem(["open.p8": Array(try key.get().pem().utf8)])
        files.add("key.p8", .init(bytes: Array(try key.get().pem().utf8), isPrivate: true))
        if let root { files.add("root.pem", .init(bytes: Array(root.pem.utf8))) }
        return files
    }

    @Test("A transaction is shown as decode shows it, and as JSON")
    func transaction() async throws {
        try await Self.with { asked in
            let id = try asked.buy("coins")
            let shown = await asked.run("get-transaction-info", id)
            #expect(shown.status == .fine && !shown.error.contains("error:"))
            #expect(shown.output.hasPrefix("getTransactionInfo  Sandbox\nTRANSACTION  coins"))
            #expect(shown.output.contains("verified ✓") && shown.output.contains(id))
            let json = await asked.run("get-transaction-info", id, "--json")
            let answer = try JSONDocument(parsing: Array(json.output.utf8)).root
            #expect(answer["endpoint"]?.string == "getTransactionInfo" && answer["environment"]?.string == "Sandbox")
            #expect(answer["answer"]?["signedTransactionInfo"]?.string?.hasPrefix("eyJ") == true)
            let signed = try #require(answer["signed"]?.elements.first { _ in true })
            #expect(signed["path"]?.string == "signedTransactionInfo" && signed["verified"]?.boolean == true)
            #expect(signed["payload"]?["transactionId"]?.string == id && signed["chain"] == nil)
            let untrusted = await asked.harness.run(
                ["api", "get-transaction-info", id, "--environment", "Sandbox"])
            #expect(untrusted.status == .no && untrusted.output.contains("chain.untrusted"))
        }
    }

    @Test("Pages are followed where that is asked for, and else it is said how to go on")
    func pages() async throws {
        try await Self.with { asked in
            var id = ""
            for _ in 0..<25 { id = try asked.buy("coins") }
            let first = await asked.run("get-transaction-history", id)
            #expect(first.status == .fine && first.output.split(separator: "\n").count { $0.hasPrefix("TRANS") } == 20)
            #expect(first.error.contains("hint: there is more: add --all, or --revision "))
            let all = await asked.run("get-transaction-history", id, "--all", "--json")
            let lines = all.output.split(separator: "\n")
            #expect(all.status == .fine && !all.error.contains("hint:") && lines.count == 2)
            let last = try JSONDocument(parsing: Array((lines.last ?? "").utf8)).root
            let revision = try #require(last["answer"]?["revision"]?.string)
            _ = try asked.buy("pro")
            let later = await asked.run("get-transaction-history", id, "--revision", revision)
            #expect(later.output.split(separator: "\n").count { $0.hasPrefix("TRANS") } == 1)
            #expect(later.error.contains("hint: for what is new later: --revision "))
        }
    }

    @Test("Statuses, notifications and lists are told in words")
    func words() async throws {
        try await Self.with { asked in
            let id = try asked.buy("pro")
            let statuses = await asked.run("get-all-subscription-statuses", id)
            #expect(statuses.status == .fine && statuses.output.contains("1, active"))
            #expect(statuses.output.contains("data[0]") && statuses.output.contains("RENEWAL"))
            let sent = await asked.run(
                "get-notification-history", "--start", "2026-01-31", "--end", "2026-02-01", "--type", "SUBSCRIBED")
            #expect(sent.status == .fine && sent.output.contains("NOTIFICATION  SUBSCRIBED / INITIAL_BUY"))
        }
    }

    @Test("A write is shown, and sent only when that is asked for")
    func writes() async throws {
        try await Self.with { asked in
            let id = try asked.buy("pro")
            let token = "2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11"
            let plan = await asked.run("set-app-account-token", id, "--token", token)
            #expect(plan.status == .usage && plan.error.contains("nothing was sent"))
            #expect(plan.output.contains("would send to Sandbox: PUT http://127.0.0.1:"))
            #expect(plan.output.contains("\"appAccountToken\": \"\(token)\""))
            let before = try asked.session.inspect { world throws(SessionError) in
                world.transaction(id: Int(id) ?? 0)?.appAccountToken
            }
            #expect(before == nil)
            let done = await asked.run("set-app-account-token", id, "--token", token, "--apply")
            #expect(done.status == .fine && done.output == "setAppAccountToken  Sandbox  done\n")
            let json = await asked.run("set-app-account-token", id, "--token", token, "--json")
            #expect(json.output.contains(#""plan":true"#))
            let consumption = await asked.run(
                "send-consumption-information", id, "--delivery", "DELIVERED", "--apply")
            #expect(consumption.status == .usage && consumption.error.contains("send nothing at all"))
        }
    }

    @Test("Refusals have stable exit codes, with Apple's name and what to do")
    func refusals() async throws {
        try await Self.with { asked in
            let id = try asked.buy("coins")
            let missing = await asked.run("get-transaction-info", "1")
            #expect(missing.status == .notFound && missing.error.contains("TransactionIdNotFoundError (4040010)"))
            #expect(missing.error.contains("hint: ask the other environment"))
            let malformed = await asked.run("get-transaction-info", "x")
            #expect(malformed.status == .usage && malformed.error.contains("InvalidTransactionIdError"))
            let no = await asked.run(
                "extend-subscription-renewal-date", id, "--days", "1", "--request-identifier", "r", "--apply")
            #expect(no.status == .no && no.error.contains("SubscriptionExtensionIneligibleError"))
            asked.store.setLimit(RateLimiter.Limit(requests: 0), of: .transactionInfo)
            let limited = await asked.run("get-transaction-info", id)
            #expect(limited.status == .temporary && limited.error.contains("again from 2026-"))
            var other = asked.harness
            other.environment["STOREKEEPER_API_KEY_ID"] = "OTHER"
            let wrong = await other.run("api", "get-message-list", "--environment", "Sandbox")
            #expect(wrong.status != .fine)
            let unauthorized = await other.run("api", "get-transaction-info", id, "--environment", "Sandbox")
            #expect(unauthorized.status == .usage && unauthorized.error.contains("likely causes: "))
            let empty = await asked.run("get-transaction-info", ".")
            #expect(empty.status == .usage && empty.error.contains("transactionId is no identifier"))
        }
    }

    @Test("A token does not leave this machine in clear text, and contradictions are told")
    func clearText() async throws {
        var harness = CommandHarness(files: try Self.files())
        harness.environment = Self.environment(
            ServerAPICredentials(key: try Self.key.get(), bundleID: Self.bundleId))
        let clear = await harness.run("api", "get-image-list", "--base-url", "http://example.com")
        #expect(clear.status == .usage && clear.error.contains("clear text"))
        let both = await harness.run("api", "get-image-list", "--base-url", "http://127.0.0.1:1", "--older-hosts")
        #expect(both.status == .usage && both.error.contains("exclude each other"))
    }

    @Test("A key that others can read is refused, and everything that is missing is told at once")
    func keys() async throws {
        var harness = CommandHarness(files: try Self.files())
        let none = await harness.run("api", "get-image-list")
        #expect(none.status == .usage)
        for word in ["--key FILE", "--key-id", "--issuer-id", "--bundle-id", "STOREKEEPER_API_KEY_FILE"] {
            #expect(none.error.contains(word))
        }
        harness.environment = Self.environment(
            ServerAPICredentials(key: try Self.key.get(), bundleID: Self.bundleId))
        let open = await harness.run("api", "get-image-list", "--key", "open.p8")
        #expect(open.status == .usage && open.error.contains("(mode 644)") && open.error.contains("chmod 600 open.p8"))
        harness.files.add("bad.p8", .init(bytes: Array("secret".utf8), isPrivate: true))
        let bad = await harness.run("api", "get-image-list", "--key", "bad.p8")
        #expect(bad.status == .usage && !bad.error.contains("secret") && bad.error.contains("no private key"))
    }

    @Test("Every operation has a command by Apple's name, which says what it lacks")
    func operations() async throws {
        let words = CommandList.definitions.filter { $0.words.first == "api" }.map { $0.words[1] }
        #expect(words.count == ServerAPIEndpoint.allCases.count && Set(words).count == words.count)
        let squeezed = Set(words.map { $0.replacing("-", with: "") })
        #expect(squeezed == Set(ServerAPIEndpoint.allCases.map { $0.rawValue.lowercased() }))
        let alone = await CommandHarness().run("api")
        #expect(alone.status == .usage && alone.error.contains("storekeeper api --help lists them"))
        let near = await CommandHarness().run("api", "get-transaction-inf")
        #expect(near.error.contains("did you mean api get-transaction-info?"))
        let help = await CommandHarness().run("api", "--help")
        #expect(words.allSatisfy { help.output.contains($0) })
    }

    @Test("Offers are signed with the key, and what is wrong is told")
    func offers() async throws {
        var harness = CommandHarness(files: try Self.files())
        harness.files.add("request.json", .init(bytes: Array(#"{"operation":"X"}"#.utf8)))
        harness.files.add("list.json", .init(bytes: Array("[]".utf8)))
        harness.environment = Self.environment(
            ServerAPICredentials(key: try Self.key.get(), bundleID: Self.bundleId))
        let offer = ["sign", "promotional-offer", "--product", "pro", "--offer", "spring"]
        let jws = await harness.run(offer + ["--transaction", "7"])
        #expect(jws.status == .fine && jws.output.hasPrefix("eyJ") && jws.output.split(separator: ".").count == 3)
        let again = await harness.run(offer + ["--transaction", "7"])
        #expect(again.output != jws.output)
        let old = await harness.run(offer + ["--version-1"])
        let members = try JSONDocument(parsing: Array(old.output.utf8)).root
        #expect(members["offerIdentifier"]?.string == "spring" && members["encodedSignature"]?.string != nil)
        #expect(members["timestamp"]?.number?.integer == harness.now)
        let mixed = await harness.run(offer + ["--account", "x"])
        #expect(mixed.status == .usage && mixed.error.contains("--version-1 only"))
        let eligible = await harness.run(
            "sign", "introductory-offer", "--product", "pro", "--allow", "false", "--transaction", "7")
        #expect(eligible.status == .fine && eligible.output.hasPrefix("eyJ"))
        let commerce = await harness.run("sign", "advanced-commerce", "--request", "request.json")
        #expect(commerce.status == .fine && commerce.output.hasPrefix("eyJ"))
        let list = await harness.run("sign", "advanced-commerce", "--request", "list.json")
        #expect(list.status == .usage && list.error.contains("nothing was signed: request is no JSON object"))
        let nonce = await harness.run(offer + ["--nonce", "7"])
        #expect(nonce.status == .usage && nonce.error.contains("nonce is no UUID"))
    }
}
