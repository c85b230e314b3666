internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import OpenSSLCrypto
internal import StrictJSON

/// Finds out what a request wants to link: something that is held, or that a client's JWS proves.
struct LinkTargets {
    let parts: ServiceParts

    /// A subject, and the customers that have it by what Apple signed.
    struct Target {
        var subject: LedgerSubject
        var signedTokens: Set<String>
    }

    private static let names = [
        "originalTransactionId", "appTransactionId", "signedTransactionInfo", "signedAppTransactionInfo",
    ]

    /// The subject that a body names.
    func target(
        of body: BodyMembers, environment: String, bundleId: String?, peer: String
    ) async throws(Problem) -> Target {
        let given = LinkTargets.names.filter { body.has($0) }
        guard given.count == 1, let name = given.first, let value = try body.text(name, limit: 1 << 20) else {
            throw Problem(
                400, "request.body", "the body names nothing to link, or several things",
                expected: "one of " + LinkTargets.names.joined(separator: ", "),
                got: given.isEmpty ? nil : given.joined(separator: ", "))
        }
        switch name {
        case "originalTransactionId": return try await line(value, environment, bundleId)
        case "appTransactionId": return try await download(value, environment, bundleId)
        case "signedTransactionInfo": return try await line(signedBy: Array(value.utf8), peer: peer)
        default: return try await download(signedBy: Array(value.utf8))
        }
    }

    private func line(_ id: String, _ environment: String, _ bundleId: String?) async throws(Problem) -> Target {
        let lines = try await asking { store throws(StoreError) in
            try await store.lines(originalTransactionId: id, environment: environment)
        }.filter { bundleId?.hasSameBytes(as: $0.scope.bundleId) ?? true }
        guard let line = lines.first else {
            throw Problem(
                404, "line.unknown", "nothing in \(environment) is known of this line",
                expected: "an originalTransactionId",
                hint: "give the client's JWS as signedTransactionInfo; another environment is asked by ?environment=")
        }
        guard lines.count == 1 else { throw LinkTargets.ambiguous }
        let tokens = try await tokens(of: [line])
        return Target(
            subject: LedgerSubject(scope: line.scope, kind: .line, id: line.originalTransactionId),
            signedTokens: tokens)
    }

    private func download(_ id: String, _ environment: String, _ bundleId: String?) async throws(Problem) -> Target {
        let lines = try await lines(ofDownload: id, environment)
            .filter { bundleId?.hasSameBytes(as: $0.scope.bundleId) ?? true }
        guard let scope = lines.first?.scope else {
            throw Problem(
                404, "download.unknown", "nothing in \(environment) is known of this download",
                expected: "an appTransactionId that a transaction names",
                hint: "give the client's JWS as signedAppTransactionInfo")
        }
        guard Set(lines.map(\.scope)).count == 1 else { throw LinkTargets.ambiguous }
        return Target(
            subject: LedgerSubject(scope: scope, kind: .download, id: id), signedTokens: try await tokens(of: lines))
    }

    /// The line of a client's transaction, which is kept as `POST /v1/transactions` keeps it.
    private func line(signedBy jws: [UInt8], peer: String) async throws(Problem) -> Target {
        let start = parts.now()
        let report = await parts.processor.process(clientTransaction: jws)
        parts.note(report, from: start, isFromClient: true, peer: peer)
        _ = try TransactionIntake.answer(to: report)
        let summary = report.summary
        let id = summary.originalTransactionId ?? summary.transactionId
        guard let id, let environment = summary.environment else {
            throw Problem(400, "payload.schema", "the transaction names no line or no environment")
        }
        return try await line(id, environment, summary.bundleId)
    }

    private func download(signedBy jws: [UInt8]) async throws(Problem) -> Target {
        let payload: VerifiedPayload
        do throws(VerificationFailure) {
            payload = try parts.verifier.verify(jws, as: .appTransaction, now: parts.now())
        } catch {
            throw Problem(error)
        }
        guard case .appTransaction(let verified) = payload, let id = verified.payload.appTransactionId, !id.isEmpty,
            let environment = verified.environment, let bundleId = verified.bundleId
        else {
            throw Problem(
                400, "payload.schema", "the app transaction has no appTransactionId, as before iOS 18.4",
                hint: "link by a transaction instead")
        }
        let scope = AppScope(
            environment: environment.rawValue, bundleId: bundleId,
            realm: verified.xcodeCertificate?.fingerprint.hexadecimal ?? "")
        let lines = try await lines(ofDownload: id, environment.rawValue).filter { $0.scope == scope }
        return Target(
            subject: LedgerSubject(scope: scope, kind: .download, id: id), signedTokens: try await tokens(of: lines))
    }

    // MARK: - What is held

    private func lines(ofDownload id: String, _ environment: String) async throws(Problem) -> [LineIdentity] {
        try await asking { store throws(StoreError) in
            var found: [LineIdentity] = []
            for line in try await store.lines(ofCustomer: id, environment: environment) {
                guard let record = try await store.line(line) else { continue }
                let names = record.linkSubjects.contains { $0.kind == .download && $0.id.hasSameBytes(as: id) }
                if names { found.append(line) }
            }
            return found
        }
    }

    private func tokens(of lines: [LineIdentity]) async throws(Problem) -> Set<String> {
        try await asking { store throws(StoreError) in
            var tokens: Set<String> = []
            for line in lines {
                if let token = try await store.line(line)?.customer() { tokens.insert(token) }
            }
            return tokens
        }
    }

    private func asking<Value: Sendable>(
        _ body: (any EntitlementStore) async throws(StoreError) -> Value
    ) async throws(Problem) -> Value {
        try await parts.store.asking(body)
    }

    private static let ambiguous = Problem(
        409, "link.ambiguous", "several apps have this id", expected: "one app",
        hint: "name the app by ?bundleId=; Xcode's ids restart at every reset")
}
