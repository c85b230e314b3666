/// Keeps a token until shortly before it ends: pure, without clock.
struct TokenCache: Sendable {
    /// How long before its end a token is not used any more, in seconds: the way there takes time, and clocks differ.
    static let margin: Int64 = 60

    private var held: ServerAPIToken?

    /// The token to use at a moment, made anew where the one that is held has come near its end.
    ///
    /// A clock that was put back makes a token that lies in the future, which the App Store refuses; it is dropped too.
    mutating func token(
        now: Int64, make: (Int64) throws(ServerAPIError) -> ServerAPIToken
    ) throws(ServerAPIError) -> ServerAPIToken {
        let seconds = now / 1000
        if let held, held.issuedAt <= seconds, seconds < held.expiresAt - TokenCache.margin { return held }
        let token = try make(now)
        held = token
        return token
    }

    /// Forgets the token, as one that was refused.
    mutating func drop() { held = nil }
}
