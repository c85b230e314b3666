internal import COpenSSL

/// Why a key, certificate or signature could not be read, made or used.
public enum OpenSSLError: Error, Hashable, Sendable {
    /// OpenSSL refused; the operation, the number of its first error (0 when it gave none) and its reason.
    case library(operation: String, code: UInt64, reason: String)
    /// This many bytes follow the DER value.
    case trailingBytes(Int)
    /// The bytes can be read, but are not the one encoding that DER allows (X.690, section 10).
    case notDER
    /// An extension that OpenSSL knows cannot be read or stands there twice (RFC 5280, section 4.2).
    case malformedExtension
    /// A date is not one of the forms of RFC 5280, section 4.1.2.5.
    case malformedDate
    /// The key is of another kind than asked for.
    case unsupportedKey(PublicKeyKind)
    /// A coordinate, point or digest has the wrong number of bytes.
    case length(expected: Int, found: Int)
    /// A PEM text holds no certificate.
    case noCertificate
    /// An object identifier or a name cannot be written.
    case malformedInput(String)
    /// A signed message cannot be accepted as one.
    case signedMessage(SignedMessageProblem)
}

extension OpenSSLError {
    /// Takes the oldest error from this thread's queue, which lies nearest to the cause, and empties the queue.
    static func drainingQueue(after operation: String) -> OpenSSLError {
        let code = ERR_get_error()
        ERR_clear_error()
        // The reason is a constant of OpenSSL's; the error's data is left out, since it may quote the input.
        let reason = unsafe ERR_reason_error_string(code).map { text in unsafe String(cString: text) }
        return .library(operation: operation, code: UInt64(code), reason: reason ?? "no reason given")
    }
}

extension OpenSSLError: CustomStringConvertible {
    /// One line for people; holds nothing of the input.
    public var description: String {
        switch self {
        case .library(let operation, let code, let reason):
            "\(operation): \(reason)" + (code == 0 ? "" : " (error \(String(code, radix: 16, uppercase: true)))")
        case .trailingBytes(let count): "\(count) bytes follow the DER value"
        case .notDER: "the encoding is not DER"
        case .malformedExtension: "an extension cannot be read"
        case .malformedDate: "a date cannot be read"
        case .unsupportedKey(let kind): "the key is of an unsupported kind, \(kind)"
        case .length(let expected, let found): "expected \(expected) bytes, found \(found)"
        case .noCertificate: "there is no certificate in the PEM text"
        case .malformedInput(let what): "\(what) cannot be encoded"
        case .signedMessage(let problem): problem.description
        }
    }
}
