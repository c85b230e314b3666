/// Why bytes are no signed message (RFC 5652, section 5) of the kind that is accepted.
public enum SignedMessageProblem: Hashable, Sendable {
    /// The message has more bytes than this.
    case size(limit: Int)
    /// The bytes are no ASN.1 element; the first thing that is wrong lies at or behind this offset.
    case malformed(offset: Int)
    /// There are more elements, members or levels than any honest message has.
    case tooMuch
    /// The container holds something else than signed data.
    case type(String)
    /// What is signed is not plain data.
    case contentType(String)
    /// What is signed is not inside.
    case noContent
    /// There is not exactly one signer.
    case signers(Int)
    /// The signer's certificate is not inside.
    case noSignerCertificate
    /// The signer's certificate cannot be read.
    case signerCertificate
    /// The signer used an algorithm that is not accepted.
    case algorithm(String)
}

extension SignedMessageProblem: CustomStringConvertible {
    /// One line for people; holds nothing of the input but names of algorithms and types.
    public var description: String {
        switch self {
        case .size(let limit): "more than \(limit) bytes"
        case .malformed(let offset): "no whole ASN.1 element from byte \(offset) on"
        case .tooMuch: "more elements, members or levels than are accepted"
        case .type(let name): "a container of another type (\(name.isEmpty ? "none" : name))"
        case .contentType(let name): "content of another type (\(name.isEmpty ? "none" : name))"
        case .noContent: "no content"
        case .signers(let count): "\(count) signers"
        case .noSignerCertificate: "a signer whose certificate is missing"
        case .signerCertificate: "a signer whose certificate cannot be read"
        case .algorithm(let name): "a signature by \(name.isEmpty ? "an unknown algorithm" : name)"
        }
    }
}
