internal import EntitlementStorage
internal import Entitlements
internal import OpenSSLCrypto

/// Asks a store about entitlements at one instant, holding one line at a time.
struct StoreAnswers: Sendable {
    let store: any EntitlementStore
    let configuration: EvaluationConfiguration
    /// The only environment that is listed; every one when `nil`.
    let environment: String?
    /// The instant asked about, in milliseconds since 1970.
    private(set) var now: Int64
    /// Statements dated after it do not count; all count when `nil`.
    private(set) var asOf: Int64?

    init(
        store: any EntitlementStore, configuration: EvaluationConfiguration, environment: String?, now: Int64,
        asOf: Int64?
    ) {
        self.store = store
        self.configuration = configuration
        self.environment = environment
        self.now = now
        self.asOf = asOf
    }

    /// The same at another instant.
    func at(_ now: Int64, asOf: Int64?) -> StoreAnswers {
        var copy = self
        copy.now = now
        copy.asOf = asOf
        return copy
    }

    /// Visits every answer in the order of listings, until the visitor answers `false`.
    func forEach(_ body: (EntitlementAnswer) -> Bool) async throws(StoreError) {
        try await store.forEachLine(environment: environment) { line in
            for answer in Evaluator.evaluate(line, configuration: configuration, now: now, asOf: asOf) {
                guard body(answer) else { return false }
            }
            return true
        }
    }

    /// The SHA-256 of all answers without their reasons.
    func digest() async throws(StoreError) -> String {
        var hash = SHA256()
        try await forEach { answer in
            hash.update(CanonicalText.line(answer))
            return true
        }
        return hash.finish().hexadecimal
    }

    /// The SHA-256 of every version held, of every environment, whatever the instant.
    func factsDigest() async throws(StoreError) -> String {
        var hash = SHA256()
        try await store.forEachVersion { entry in
            hash.update(CanonicalText.line(entry.key.identity, entry.key.stamp, isHeld: entry.isHeld))
            return true
        }
        return hash.finish().hexadecimal
    }

    /// What a customer may use.
    func customer(_ id: String, environment: String) async throws(StoreError) -> CustomerAnswer {
        let known = try await store.records(ofCustomer: id, environment: environment, asOf: asOf)
        return CustomerAnswer(
            id: CustomerName.canonical(id), records: known.records, owners: known.owners, configuration: configuration,
            now: now, asOf: asOf)
    }

    /// The environments in which a customer is known, but for one.
    func environments(ofCustomer id: String, except known: String) async throws(StoreError) -> [String] {
        var found: [String] = []
        for name in TrustOptions.knownEnvironments where name != known {
            let known = try await store.records(ofCustomer: id, environment: name, asOf: nil)
            if !known.records.isEmpty { found.append(name) }
        }
        return found
    }
}
