internal import AppStoreVerification
internal import HTTPClient
internal import NotificationProcessing
internal import OpenSSLCrypto

/// The flag that has responders asked whether certificates were revoked.
struct RevocationOption: Hashable, Sendable {
    static let flag = FlagDefinition.value(
        "ocsp", "POLICY", choices: RevocationPolicy.allCases.map(\.rawValue), readsEnvironment: true, section: "Trust",
        "asks over the network whether certificates were revoked; without an answer soft goes on, hard does not; off "
            + "unless given")

    /// The policy.
    let policy: RevocationPolicy

    /// Reads the flag.
    init(reading arguments: inout ArgumentReader) {
        policy = arguments.text(Self.flag).flatMap { RevocationPolicy(rawValue: $0) } ?? .off
    }

    /// Runs `body` with what asks responders, nil where nobody is to be asked, and lets go of it at the end.
    ///
    /// With `tells` each question without a good answer is told on standard error.
    func use<Value>(
        io: CommandIO, tells: Bool = false, _ body: (RevocationChecker?) async throws(CommandError) -> Value
    ) async throws(CommandError) -> Value {
        let revocation = try open(io: io, tells: tells)
        do throws(CommandError) {
            let value = try await body(revocation?.checker)
            await revocation?.close()
            return value
        } catch {
            await revocation?.close()
            throw error
        }
    }

    private func open(io: CommandIO, tells: Bool) throws(CommandError) -> OnlineRevocation? {
        guard policy != .off else { return nil }
        var patience = OnlineRevocation.Patience()
        if let given = io.networkPatience { (patience.connecting, patience.answering) = (given, given) }
        do throws(HTTPClientError) {
            return try OnlineRevocation(
                policy: policy, userAgent: "storekeeper/\(Product.version)", patience: patience, now: io.now,
                random: { UInt64.random(in: .min ... .max) },
                observe: { notice in
                    guard tells, notice.result != .good else { return }
                    let reason = notice.result.reason.map { ": \($0)" } ?? ""
                    io.warn("revocation of the \(notice.role): \(notice.result.word)\(TerminalText.plain(reason))")
                })
        } catch {
            throw .defect(Problem("responders cannot be asked: \(error)"))
        }
    }
}
