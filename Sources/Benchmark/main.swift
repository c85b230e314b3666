// Measures verification and ingestion on a corpus of signed notifications, or generation and signing of simulated
// ones, and prints ratios within this one run.
import AppStoreModels
import AppStoreVerification
import EntitlementStorage
import FoundationEssentials
import Glibc
import NotificationProcessing
import OpenSSLCrypto
import PostgreSQLStorage
import SQLiteStorage

let now: Int64 = 1_795_910_400_000  // Only used where a payload has no date of its own; the corpus always has one.

func run() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else { throw BenchmarkError.usage }
    if arguments[1] == "signing" {
        return try SigningBenchmark(count: arguments.count > 2 ? Int(arguments[2]) ?? 1300 : 1300).run(rounds: 9)
    }
    if arguments[1] == "generation" {
        return try GenerationBenchmark(customers: arguments.count > 2 ? Int(arguments[2]) ?? 1000 : 1000).run()
    }
    if arguments[1] == "posting" {
        guard arguments.count > 4, let connections = Int(arguments[3]) else { throw BenchmarkError.usage }
        return try await PostingLoad(
            file: arguments[2], connections: connections, urls: Array(arguments.dropFirst(4))
        ).run()
    }
    let corpus = try Corpus(folder: arguments[1], limit: arguments.count > 2 ? Int(arguments[2]) ?? 1000 : 1000)
    let count = corpus.notifications.count
    print("corpus: \(count) notifications, \(corpus.notifications.map(\.count).reduce(0, +) / count) bytes on average")

    let configuration = VerifierConfiguration(
        trustsBuiltInRoots: false, addedRoots: [corpus.root],
        apps: [AppIdentity(bundleId: "com.example", appAppleId: 1234)])
    let verifier = try SignedDataVerifier(configuration)
    let runs = 5

    let bare = try await Measurement("three bare OpenSSL P-256 verifications", count: count, runs: runs) {
        for signatures in corpus.signatures {
            for (message, signature) in signatures
            where !corpus.leafKey.isValidByReference(signature, digest: SHA256.digest(of: message)) {
                throw BenchmarkError.wrongResult("a bare verification failed")
            }
        }
    }
    let verification = try await Measurement("verification of a notification", count: count, runs: runs) {
        for jws in corpus.notifications {
            let verified = try verifier.verify(jws, as: .notification, now: now)
            if let failure = verified.nestedFailure { throw failure }
        }
    }
    let cold = try await Measurement("the same by a new verifier each time", count: min(count, 100), runs: 3) {
        for jws in corpus.notifications.prefix(100) {
            _ = try SignedDataVerifier(configuration).verify(jws, as: .notification, now: now)
        }
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "storekeeper-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var generation = 0
    let ingestion = try await Measurement("verification and ingestion into SQLite", count: corpus.bodies.count, runs: 3)
    {
        generation += 1
        try await ingest(corpus, by: verifier, into: try await SQLiteStore(path: folder.path + "/\(generation).db"))
    }
    var server: Measurement?
    if let text = ProcessInfo.processInfo.environment["STOREKEEPER_POSTGRESQL"], let whole = PostgreSQLAddress(text) {
        let console = try DatabaseConsole(whole)
        server = try await Measurement(
            "verification and ingestion into PostgreSQL", count: corpus.bodies.count, runs: 3
        ) {
            generation += 1
            let schema = "benchmark_\(generation)"
            try await console.run("DROP SCHEMA IF EXISTS \(schema) CASCADE")
            try await console.run("CREATE SCHEMA \(schema)")
            let separator = text.contains("?") ? "&" : "?"
            guard let address = PostgreSQLAddress("\(text)\(separator)options=-csearch_path%3D\(schema)") else {
                return
            }
            try await ingest(corpus, by: verifier, into: try await PostgreSQLStore(address))
        }
    }
    for measurement in [bare, verification, cold, ingestion] + [server].compactMap({ $0 }) { measurement.report() }
    print("verification / three bare verifications: \(rounded(verification.microseconds / bare.microseconds))")
    print("ingestion rate / verification rate: \(rounded(ingestion.perSecond / verification.perSecond))")
    if let server { print("PostgreSQL rate / SQLite rate: \(hundredths(server.perSecond / ingestion.perSecond))") }
    print("verification_us=\(rounded(verification.microseconds))")
}

/// As `storekeeper ingest` does it: one group is committed while the next is verified.
func ingest(_ corpus: Corpus, by verifier: SignedDataVerifier, into store: any EntitlementStore) async throws {
    let processor = NotificationProcessor(verifier: verifier, store: store, now: { now })
    var prepared = await processor.prepare(batch: Array(corpus.bodies.prefix(256)), source: .ingest)
    for start in stride(from: 0, to: corpus.bodies.count, by: 256) {
        let batch = prepared
        async let committed = processor.commit(batch)
        prepared = await processor.prepare(
            batch: Array(corpus.bodies.dropFirst(start + 256).prefix(256)), source: .ingest)
        guard try await committed.allSatisfy({ $0.failure == nil }) else {
            throw BenchmarkError.wrongResult("not ingested")
        }
    }
    await store.close()
}

do {
    try await run()
} catch BenchmarkError.usage {
    print("usage: storekeeper-benchmark CORPUS_FOLDER [COUNT]")
    print("       storekeeper-benchmark signing [COUNT]")
    print("       storekeeper-benchmark generation [CUSTOMERS]")
    print("       storekeeper-benchmark posting FILE CONNECTIONS URL...")
    exit(2)
} catch {
    print("benchmark failed: \(error)")
    exit(1)
}
