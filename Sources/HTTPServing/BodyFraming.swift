/// How the end of a request's body is found (RFC 9112, section 6).
enum BodyFraming: Hashable, Sendable {
    /// There is no body.
    case none
    /// So many bytes, at least one.
    case length(UInt64)
    /// Chunks; their sum is not known beforehand.
    case chunked

    /// Reads the framing from the fields, and refuses whatever a proxy in front might read differently.
    ///
    /// libmicrohttpd looks at the first `Content-Length` only, ignores it beside `Transfer-Encoding`, and takes an
    /// unknown coding for a body without end.
    init(_ fields: HTTPFields, isVersion10: Bool) throws(HTTPRefusal) {
        let codings = fields.values("Transfer-Encoding")
        let lengths = fields.values("Content-Length")
        if let coding = codings.first {
            guard codings.count == 1, lengths.isEmpty, !isVersion10 else { throw .framing }
            guard HTTPFields.isSame(coding, "chunked") else { throw .transferCoding }
            self = .chunked
            return
        }
        guard let text = lengths.first else {
            self = .none
            return
        }
        guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = UInt64(text)
        else { throw .framing }
        self = length == 0 ? .none : .length(length)
    }
}
