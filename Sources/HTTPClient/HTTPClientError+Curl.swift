internal import CCurl

/// What is known of a transfer that failed.
struct TransferFacts {
    var hasNames = false
    var isConnected = false
    var sent = SentPart.nothing
    var hasHead = false
    var systemError: Int32 = 0
    var verification = 0
    var isTLS = false
    var maximumBody = 0
    /// The last address refused, where no other was tried.
    var refusedAddress: PeerAddress?
}

extension HTTPClientError {
    /// Tells what a code of curl's means, given how far the transfer had come.
    init(_ code: CURLcode, _ facts: TransferFacts) {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            self = .nameLookupFailed
        case CURLE_COULDNT_CONNECT:
            self = facts.refusedAddress.map { .addressRefused($0) } ?? .connectionFailed(number: facts.systemError)
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut(facts.isConnected ? .exchange : facts.hasNames ? .connection : .nameLookup)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            // OpenSSL has judged the chain by the time that curl compares the name, and notes a bare 1 if it is another's.
            self = .tlsFailed(facts.verification > 1 ? .untrusted(verification: facts.verification) : .otherHost)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER:
            self = .tlsFailed(.handshake)
        case CURLE_SSL_CACERT_BADFILE:
            self = .unusableTrust
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE:
            self = Self.broken(code, facts)
        // Bytes that are no response at all pass for HTTP/0.9, which is not spoken here.
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
            self = .responseBroken(.malformed)
        case CURLE_FILESIZE_EXCEEDED:
            self = .bodyTooLarge(limit: facts.maximumBody)
        // curl holds a line of the head until it is whole, and calls one that grows too long a lack of memory.
        case CURLE_OUT_OF_MEMORY where facts.sent != .nothing && !facts.hasHead, Self.tooLarge:
            self = .headTooLarge
        default:
            self = .failed(code: code.rawValue)
        }
    }

    /// CURLE_TOO_LARGE, what newer versions say then, since 8.6.
    private static let tooLarge = CURLcode(rawValue: 100)

    private static func broken(_ code: CURLcode, _ facts: TransferFacts) -> HTTPClientError {
        guard facts.hasHead else { return .connectionLost(sent: facts.sent) }
        // Bad chunks are "received wrongly" too, but without an error of the system's.
        let isMalformed = code == CURLE_RECV_ERROR && facts.systemError == 0 && !facts.isTLS
        return .responseBroken(isMalformed ? .malformed : .incomplete)
    }
}
