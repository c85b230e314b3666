internal import AppStoreVerification
internal import HTTPClient
internal import NotificationProcessing
internal import OpenSSLCrypto

extension OnlineRevocation {
    /// Makes what asks responders in a running service; nil where the policy asks nobody.
    static func make(
        _ policy: RevocationPolicy, seconds: Int, version: String, now: @escaping @Sendable () -> Int64,
        log: @escaping @Sendable (ServiceEvent) -> Void
    ) throws(ServiceError) -> OnlineRevocation? {
        guard policy != .off else { return nil }
        var patience = Patience()
        patience.answering = seconds * 1000
        patience.connecting = max(patience.answering / 2, 1)
        do throws(HTTPClientError) {
            return try OnlineRevocation(
                policy: policy, userAgent: "storekeeper/\(version)", patience: patience, now: now,
                random: { UInt64.random(in: .min ... .max) },
                observe: { notice in
                    if let event = ServiceEvent(notice) { log(event) }
                })
        } catch {
            throw .revocation(error.description)
        }
    }
}

extension ServiceEvent {
    /// What came of a question to a responder, for the log; nil when all is well.
    init?(_ notice: RevocationNotice) {
        let code: FailureCode
        switch notice.result {
        case .good: return nil
        case .revoked: code = .revocationRevoked
        case .unknown: code = .revocationUnknown
        }
        let reason = notice.result.reason.map { ": \($0)" } ?? ""
        self = .failed(
            FailureEvent(
                at: notice.at, task: "revocation", code: code.rawValue,
                message: "\(notice.role) \"\(notice.certificate.commonName ?? "")\" \(notice.result.word)\(reason)"))
    }
}
