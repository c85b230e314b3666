/// How often responders were asked, and what is known of the certificates that were in question.
public struct RevocationStatistics: Hashable, Sendable {
    /// Questions to responders by what came of them: `good`, `revoked`, `unknown`.
    public var questions: [String: Int] = [:]
    /// Certificates in question by what was known in the end, the words of ``RevocationResult/word``.
    public var certificates: [String: Int] = [:]
    /// How many of these did not have to wait for a responder.
    public var kept = 0

    /// Starts at nothing.
    public init() {}
}
