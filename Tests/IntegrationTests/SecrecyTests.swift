internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Secrets stay out of every output", .timeLimit(.minutes(30)))
struct SecrecyTests {
    private let samples: SignedSamples

    init() throws { samples = try SignedSamples() }

    /// Long pieces of a secret that occur in a text.
    private func traces(of secret: String, in text: String) -> [String] {
        secret.split(whereSeparator: \.isWhitespace).map(String.init).filter {
            $0.utf8.count >= 16 && text.contains($0)
        }
    }

    @Test("A service's log and its answers hold no token, no JWS, and no id of a customer or purchase")
    func log() async throws {
        let token = "secret-token-of-the-operator"
        let tokens = try samples.folder.write("tokens", "\(token)\n")
        let service = try await ServiceProcess.start(
            in: samples.folder,
            ["--store", samples.store(), "--token-file", tokens] + ServiceProcess.trust(in: samples.folder))
        let jws = try samples.notification()
        var answers = service.readyLine
        for body in [jws, try samples.quarantinable(), "\(jws)A", try samples.recordable()].map(TestSigner.body) {
            answers += try await service.post(body)?.text ?? ""
        }
        let transaction = try samples.signer.sign(SamplePayload.transaction())
        for authorization in ["Bearer \(token)", "Bearer \(token)x", "Basic \(token)"] {
            for (method, target) in [("POST", "/v1/transactions"), ("GET", "/metrics"), ("GET", "/readyz")] {
                let answer = try await service.ask(
                    method, target, headers: ["Authorization": authorization, "Content-Type": "application/json"],
                    body: method == "GET" ? [] : JSONWriter().bytes(["signedTransactionInfo": .string(transaction)]))
                // Whoever has the token may read ids; the log may not.
                if !authorization.hasSuffix(token) || method == "GET" { answers += answer?.text ?? "" }
            }
        }
        try await service.stop()
        for text in [service.log, answers] {
            for secret in [token, "eyJ", SignedSamples.customer(0), SignedSamples.original(0), "20000009"] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
        #expect(try service.events.count { $0["event"]?.string == "received" } >= 3)
    }

    @Test("Tokens that cannot be used are not shown when that is said")
    func tokens() async throws {
        let secret = "almost-a-token with a space, secret all the same"
        let tokens = try samples.folder.write("tokens", "good-token-0123456789-0123\n\(secret)\n")
        for check in [["--check"], []] {
            let outcome = try await Storekeeper.run(
                ["serve", "--store", "memory:", "--app", "com.example.app:1", "--token-file", tokens] + check)
            #expect(outcome.status == 2)
            #expect(traces(of: "\(secret) good-token-0123456789-0123", in: outcome.output + outcome.error).isEmpty)
        }
    }

    @Test("Private keys are not shown, where they are used and where they are refused")
    func keys() async throws {
        let authority = samples.folder.file("authority")
        let payload = try samples.folder.write("payload.json", JSONWriter().bytes(SamplePayload.transaction()))
        var texts: [String] = []
        func run(_ arguments: String...) async throws {
            let outcome = try await Storekeeper.run(arguments)
            texts.append(outcome.output + outcome.error)
        }
        try await run("authority", "create", authority)
        try await run("sign", "transaction", "--authority", authority, "--payload", payload)
        let keys = ["root", "intermediate", "leaf"].map { samples.folder.text("authority/\($0)-key.pem") }
        for name in ["root", "intermediate", "leaf"] {
            let key = "\(authority)/\(name)-key.pem"
            try await run("verify", payload, "--root", key)
            try await run("decode", key)
            try await run("verify", key, "--json")
            try await run("sign", "transaction", "--authority", authority, "--payload", key)
            try await run(
                "serve", "--check", "--store", "memory:", "--app", "com.example.app:1", "--root", key,
                "--tls-certificate", key, "--tls-key", "\(authority)/root.pem", "--token-file", key, "--config", key)
        }
        // A key whose end is missing.
        try samples.folder.write("authority/leaf-key.pem", String(keys[2].dropLast(60)))
        try await run("sign", "transaction", "--authority", authority, "--payload", payload)
        for text in texts {
            #expect(!text.contains("BEGIN PRIVATE KEY"))
            for key in keys { #expect(traces(of: key, in: text).isEmpty) }
        }
    }

    @Test("The password of a store's address is not shown")
    func address() async throws {
        let url = "postgresql://keeper:hunter2-hunter2-hunter2@host/db?password=hunter2-again-and-again"
        for arguments in [
            ["ingest", "/dev/null"], ["entitlements", "--all"], ["serve", "--app", "com.example.app:1"],
            ["serve", "--check", "--app", "com.example.app:1"],
        ] {
            let outcome = try await Storekeeper.run(arguments + ["--store", url])
            #expect(outcome.status == 2 && !(outcome.output + outcome.error).contains("hunter2"))
        }
    }
}
