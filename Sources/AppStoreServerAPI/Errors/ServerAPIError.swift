internal import AppStoreVerification

/// Why a question to the App Store Server API has no answer.
@nonexhaustive public enum ServerAPIError: Error, Hashable, Sendable {
    /// The request was not sent, because of what is wrong with it.
    case invalidRequest(RequestMistake)
    /// The App Store answered, and refused.
    case refused(ServerAPIRefusal)
    /// No answer came.
    case transport(ServerAPITransportFailure)
    /// The request was not sent, since others wait for the limit already; when to come again, in milliseconds since 1970.
    case heldBack(until: Int64)
    /// An answer came, and makes no sense; where in it.
    case unreadable(String)
    /// A signed part of the answer is not verified, so nothing of it is handed out.
    case unverified(SignedFieldFailure)
    /// The pages do not end.
    case paging(PagingFault)
    /// A token could not be signed.
    case signing
    /// The client has no host for the environment.
    case noHost(String)
    /// The task was cancelled.
    case cancelled
}

/// What is wrong with the pages of an answer.
public enum PagingFault: Hashable, Sendable {
    /// There is said to be more, and nothing that leads to it.
    case noToken
    /// A page leads to one that was there before.
    case circle
    /// So many pages in a row had nothing in them.
    case emptyPages(Int)
}

extension ServerAPIError: CustomStringConvertible {
    /// One line for people; holds no token, id or JWS.
    public var description: String {
        switch self {
        case .invalidRequest(let mistake): "the request was not sent: \(mistake)"
        case .refused(let refusal): "the App Store refused: \(refusal)"
        case .transport(let failure): "no answer: \(failure)"
        case .heldBack: "the request was not sent, as the limit of requests is used up"
        case .unreadable(let part): "the answer cannot be read: \(part)"
        case .unverified(let failure): "the answer is not to be believed: \(failure)"
        case .paging(.noToken): "the answer says that there is more, and not how to get it"
        case .paging(.circle): "the pages go in a circle"
        case .paging(.emptyPages(let count)): "\(count) pages in a row are empty, and there is said to be more"
        case .signing: "the token cannot be signed"
        case .noHost(let environment): "there is no host for \(environment)"
        case .cancelled: "cancelled"
        }
    }

    /// Whether the same question may be answered later.
    public var isRetryable: Bool {
        switch self {
        case .refused(let refusal): refusal.isRetryable
        case .transport(let failure): failure.kind != .misconfigured
        case .heldBack: true
        default: false
        }
    }

    /// What to do about it, most likely causes first.
    public var advice: [String] {
        switch self {
        case .refused(let refusal): refusal.advice
        case .unverified(let failure): failure.failure.hint.map { [$0] } ?? []
        case .transport(let failure) where failure.kind == .misconfigured: ["look at the URL and the certificates"]
        case .transport: ["look at the way to the App Store: name service, firewall, proxy"]
        case .unreadable: ["what answers may not be the App Store: look at the host"]
        default: []
        }
    }
}
