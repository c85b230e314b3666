internal import EntitlementStorage
internal import HTTPClient
internal import OpenSSLCrypto

/// Makes one attempt: writes, signs and posts a message.
struct MessageSender: Sendable {
    /// Posts a request.
    typealias Post = @Sendable (ClientRequest) async throws(HTTPClientError) -> ClientResponse

    let target: WebhookTarget
    let writer: MessageWriter
    let settings: DispatchSettings
    let time: DeliveryTime
    let post: Post

    /// An attempt that came to an end.
    struct Ended: Sendable {
        let pending: PendingDelivery
        let attempt: DeliveryAttempt
        let outcome: AttemptOutcome
    }

    /// Sends a message; nil when that was cut short and says nothing about the receiver.
    func send(_ pending: PendingDelivery) async throws(StoreError) -> Ended? {
        let startedAt = time.now()
        func ended(_ outcome: AttemptOutcome, status: Int? = nil, error: String? = nil, answer: [UInt8] = []) -> Ended {
            let attempt = DeliveryAttempt(
                startedAt: startedAt, duration: max(time.now() - startedAt, 0), status: status, error: error,
                answer: answer)
            return Ended(pending: pending, attempt: attempt, outcome: outcome)
        }
        guard let body = try await writer.body(of: pending.event, isRaw: target.isRaw) else {
            return ended(.lost, error: "the notification is not kept any more")
        }
        let request: ClientRequest
        do throws(OpenSSLError) {
            request = try self.request(pending.event.id, body, at: startedAt)
        } catch {
            return ended(.unanswered("\(error)"), error: "\(error)")
        }
        do throws(HTTPClientError) {
            let response = try await post(request)
            let retryAfter = [429, 503].contains(response.status) ? Self.retryAfter(response) : nil
            return ended(
                .answered(status: response.status, retryAfter: retryAfter), status: response.status,
                answer: response.body)
        } catch {
            guard error != .cancelled, error != .shutDown else { return nil }
            return ended(.unanswered("\(error)"), error: "\(error)")
        }
    }

    private func request(_ id: String, _ body: [UInt8], at now: Int64) throws(OpenSSLError) -> ClientRequest {
        let signature = try WebhookSignature.fields(id: id, seconds: now / 1000, body: body, secrets: target.secrets)
        var request = ClientRequest(
            "POST", target.url.text, fields: [ClientField("Content-Type", "application/json")] + signature, body: body)
        request.connectTimeout = settings.connectTimeout
        request.totalTimeout = settings.totalTimeout
        request.maximumBody = settings.maximumAnswer
        request.cutsLongBody = true
        return request
    }

    /// Milliseconds after which the receiver wants to be asked again (RFC 9110, section 10.2.3, in seconds only).
    private static func retryAfter(_ response: ClientResponse) -> Int64? {
        response.field("Retry-After").flatMap { Int64($0) }.flatMap { (0...1_000_000).contains($0) ? $0 * 1000 : nil }
    }
}
