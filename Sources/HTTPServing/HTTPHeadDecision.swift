/// What to do with a request of which only the head is known.
package enum HTTPHeadDecision: Sendable {
    /// Read the body, up to so many bytes, and call the handler; a longer one is refused.
    ///
    /// More than the configuration's limit is never read.
    case accept(maximumBody: Int)
    /// Answer at once; the handler is not called, and no body is kept.
    case respond(HTTPResponse)
}
