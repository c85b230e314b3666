internal import CCurl

/// One exchange of a request and a response in curl's hands (`CURL`); lives on the client's thread only.
@safe final class RunningTransfer {
    /// Who waits for it.
    let transfer: Transfer
    /// What is sent: the transfer's own request, or what a redirect made of it.
    let request: PreparedRequest
    /// When a paced body goes on; nil while curl is not waiting for that.
    var pausedUntil: ContinuousClock.Instant?

    // What the callbacks see and change.
    let addresses: AddressPolicy
    var source: BodySource
    var reading: ResponseReading
    var refusedAddress: PeerAddress?
    var hasTriedAddress = false

    private let easy: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?

    init(_ transfer: Transfer, _ request: PreparedRequest, _ configuration: ClientConfiguration)
        throws(HTTPClientError)
    {
        self.transfer = transfer
        self.request = request
        addresses = configuration.addresses
        source = BodySource(request.body, pace: request.limits.pace)
        reading = ResponseReading(configuration, request.limits)
        guard let created = unsafe curl_easy_init() else { throw .failed(code: CURLE_FAILED_INIT.rawValue) }
        unsafe easy = created
        for line in request.lines {
            guard let longer = unsafe curl_slist_append(fields, line) else {
                throw .failed(code: CURLE_OUT_OF_MEMORY.rawValue)
            }
            unsafe fields = longer
        }
        let code = prepare(userAgent: configuration.userAgent, trust: configuration.trust)
        guard code == CURLE_OK else { throw .failed(code: code.rawValue) }
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(fields)
    }

    /// Lends the handle to `body`, which must not keep it.
    func withHandle<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
        unsafe body(easy)
    }

    /// Goes on with a body that was paused.
    func resume() {
        pausedUntil = nil
        _ = unsafe curl_easy_pause(easy, CURLPAUSE_CONT)
    }

    /// Whether the last byte of the request has been given to the system.
    var isSent: Bool {
        unsafe curlShimLong(easy, CURLINFO_REQUEST_SIZE) > 0
            && curlShimOffset(easy, CURLINFO_SIZE_UPLOAD_T) >= request.body.count
    }

    private func prepare(userAgent: String, trust: ClientTrust) -> CURLcode {
        var settings = unsafe CurlShimSettings(
            context: Unmanaged.passUnretained(self).toOpaque(), read: Self.read, seek: Self.seek, header: Self.header,
            write: Self.write, open: Self.open, fields: fields, isHead: request.isHead ? 1 : 0,
            hasBody: request.hasBody ? 1 : 0, bodySize: curl_off_t(request.body.count),
            connectMilliseconds: request.limits.connectTimeout, totalMilliseconds: request.timeLeft,
            // curl sends once more when an old connection turns out to be dead, which would blur what was asked for.
            isAlone: request.limits.disconnectsAfterSending || request.limits.pace != nil ? 1 : 0)
        let url = request.url
        let code = unsafe curlShimPrepare(easy, &settings, url.scheme, url.text, request.method, userAgent)
        guard code == CURLE_OK else { return code }
        return switch trust {
        case .system: CURLE_OK
        case .file(let path): unsafe curlShimTrustFile(easy, path)
        case .pem(let bytes): unsafe curlShimTrustText(easy, bytes, bytes.count)
        }
    }
}

extension RunningTransfer {
    /// What came of the exchange, which has ended with a code of curl's.
    func result(_ code: CURLcode) -> Result<ClientResponse, HTTPClientError> {
        if request.limits.disconnectsAfterSending, isSent { return .failure(.disconnected) }
        if let refusal = reading.refusal { return .failure(refusal) }
        guard code == CURLE_OK || reading.isCut else { return .failure(HTTPClientError(code, facts)) }
        // A connection that ends within the head is good enough for curl.
        guard reading.isHeadComplete else { return .failure(.connectionLost(sent: facts.sent)) }
        return .success(response)
    }

    /// Where a response sends the request next; nil when it is to be delivered.
    func redirected(_ response: ClientResponse) throws(HTTPClientError) -> PreparedRequest? {
        try request.redirected(
            status: response.status, location: text(CURLINFO_REDIRECT_URL), elapsed: response.timings.total / 1000)
    }

    private var response: ClientResponse {
        let port = UInt16(truncatingIfNeeded: unsafe curlShimLong(easy, CURLINFO_PRIMARY_PORT))
        return ClientResponse(
            status: unsafe curlShimLong(easy, CURLINFO_RESPONSE_CODE), fields: reading.fields, body: reading.body,
            isCut: reading.isCut, peer: text(CURLINFO_PRIMARY_IP).flatMap { PeerAddress(parsing: $0, port: port) },
            isReused: unsafe curlShimLong(easy, CURLINFO_NUM_CONNECTS) == 0,
            timings: TransferTimings(
                nameLookup: time(CURLINFO_NAMELOOKUP_TIME_T), connect: time(CURLINFO_CONNECT_TIME_T),
                tls: time(CURLINFO_APPCONNECT_TIME_T), total: time(CURLINFO_TOTAL_TIME_T)))
    }

    private var facts: TransferFacts {
        let hasBegun = unsafe curlShimLong(easy, CURLINFO_REQUEST_SIZE) > 0
        return TransferFacts(
            hasNames: time(CURLINFO_NAMELOOKUP_TIME_T) > 0, isConnected: time(CURLINFO_PRETRANSFER_TIME_T) > 0,
            sent: hasBegun ? (isSent ? .all : .part) : .nothing, hasHead: reading.isHeadComplete,
            systemError: Int32(truncatingIfNeeded: unsafe curlShimLong(easy, CURLINFO_OS_ERRNO)),
            verification: unsafe curlShimLong(easy, CURLINFO_SSL_VERIFYRESULT), isTLS: request.url.scheme == "https",
            maximumBody: request.limits.maximumBody, refusedAddress: hasTriedAddress ? nil : refusedAddress)
    }

    private func time(_ info: CURLINFO) -> Int { Int(unsafe curlShimOffset(easy, info)) }

    private func text(_ info: CURLINFO) -> String? {
        guard let text = unsafe curlShimText(easy, info) else { return nil }
        return unsafe String(cString: text)
    }
}

extension PreparedRequest {
    /// The lines of the head that curl does not write by itself, in the form it takes them.
    fileprivate var lines: [String] {
        var lines = fields.map { field in
            // A name with nothing behind its colon would take a field away.
            let isBlank = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            return isBlank ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        // curl would wait a second for a leave that hardly any server gives, and call any body a form.
        lines.append("Expect:")
        if hasBody, !fields.contains(where: { $0.isNamed("Content-Type") }) { lines.append("Content-Type:") }
        return lines
    }
}
