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

    /// Makes what asks responders; nil where nobody is to be asked.
    ///
    /// With `tells` each question without a good answer is told on standard error.
    func open(io: CommandIO, tells: Bool = false) throws(CommandError) -> OnlineRevocation? {
        guard policy != .off else { return nil }
        do throws(HTTPClientError) {
            return try OnlineRevocation(
                policy: policy, userAgent: "storekeeper/\(Product.version)", now: io.now,
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
