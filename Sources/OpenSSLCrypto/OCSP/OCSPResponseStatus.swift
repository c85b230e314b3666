/// Whether a responder answers at all (RFC 6960, section 4.2.1); numbers unknown today are kept as they came.
public struct OCSPResponseStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number as it came.
    public let rawValue: Int

    /// Wraps any number, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It answers.
    public static let successful = OCSPResponseStatus(rawValue: 0)
    /// It cannot read the request.
    public static let malformedRequest = OCSPResponseStatus(rawValue: 1)
    /// It has a trouble of its own.
    public static let internalError = OCSPResponseStatus(rawValue: 2)
    /// It cannot answer now.
    public static let tryLater = OCSPResponseStatus(rawValue: 3)
    /// It answers signed requests only.
    public static let sigRequired = OCSPResponseStatus(rawValue: 5)
    /// It does not answer this client, or not about this certificate.
    public static let unauthorized = OCSPResponseStatus(rawValue: 6)

    /// The RFC's name of the status.
    public var description: String {
        switch rawValue {
        case 0: "successful"
        case 1: "malformedRequest"
        case 2: "internalError"
        case 3: "tryLater"
        case 5: "sigRequired"
        case 6: "unauthorized"
        default: "status \(rawValue)"
        }
    }
}
