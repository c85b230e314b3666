import AppStoreModels
import AppStoreServerAPI
import AppStoreVerification
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// Clients with a key of their own, and what they are answered by.
enum SampleClient {
    static let bundleId = "com.example.app"
    static let issuerId = "57246542-96fe-1a63-e053-0824d011072a"

    static let key = Result { try P256PrivateKey() }

    static func credentials() throws -> SigningCredentials {
        try SigningCredentials(
            signingKey: try key.get(), keyId: "2X9R4HXF34", issuerId: issuerId, bundleId: bundleId)
    }

    /// A verifier that trusts the signer of this test run.
    static func verifier() throws -> SignedDataVerifier {
        try SignedDataVerifier(
            VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [try TestSigner.shared().root]))
    }

    static func make(
        _ transport: some ServerAPITransport, clock: ManualClock = ManualClock(),
        environment: AppStoreModels.Environment = .sandbox, _ change: (inout ServerAPIConfiguration) -> Void = { _ in }
    ) throws -> AppStoreServerAPIClient {
        var configuration = ServerAPIConfiguration(credentials: try credentials(), environment: environment)
        change(&configuration)
        return try AppStoreServerAPIClient(
            configuration, verifier: try verifier(), transport: transport, surroundings: clock.surroundings)
    }

    /// A transaction, signed.
    static func transaction(_ id: String, environment: String = "Sandbox", bundleId: String = bundleId) throws
        -> JSONValue
    {
        var payload = SamplePayload.transaction(environment: environment)
        payload["transactionId"] = .string(id)
        payload["bundleId"] = .string(bundleId)
        return .string(try TestSigner.shared().sign(payload))
    }

    /// A page of a history.
    static func page(_ ids: [String], revision: String?, hasMore: Bool) throws -> FakeTransport.Answer {
        FakeTransport.json([
            "revision": .optional(revision), "hasMore": .boolean(hasMore), "bundleId": .string(bundleId),
            "environment": "Sandbox", "signedTransactions": .array(try ids.map { try transaction($0) }),
        ])
    }
}

/// The error that something throws, of the client's kind.
func failure<Value>(_ body: () async throws(ServerAPIError) -> Value) async -> ServerAPIError? {
    do throws(ServerAPIError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
