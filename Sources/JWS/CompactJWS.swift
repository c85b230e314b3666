/// A JWS in compact serialization (RFC 7515, section 7.1), taken apart but not verified.
///
/// Nothing in here may be believed before ``ES256`` has accepted the signature under a key that is trusted.
public struct CompactJWS: Sendable {
    /// The whole text as it came, ASCII.
    public let bytes: [UInt8]
    /// The decoded payload.
    public let payload: [UInt8]
    /// The decoded signature, of any length.
    public let signature: [UInt8]
    private let firstDot: Int
    private let secondDot: Int

    /// Takes a text apart: exactly three segments, none empty, payload and signature base64url.
    ///
    /// The header is decoded by ``header()`` and ``headerBytes()`` alone, since a caller that has met the same header
    /// before need not decode it again.
    ///
    /// - Parameter bytes: The text, without white space around it.
    /// - Throws: ``JWSError`` for the first thing that is wrong.
    public init(parsing bytes: [UInt8]) throws(JWSError) {
        let dot = UInt8(ascii: ".")
        guard let first = bytes.firstIndex(of: dot), let second = bytes[(first + 1)...].firstIndex(of: dot),
            !bytes[(second + 1)...].contains(dot)
        else { throw .segments(found: bytes.isEmpty ? 0 : bytes.count { $0 == dot } + 1) }
        guard first > 0 else { throw .emptySegment(.header) }
        guard second > first + 1 else { throw .emptySegment(.payload) }
        guard second + 1 < bytes.count else { throw .emptySegment(.signature) }
        self.bytes = bytes
        firstDot = first
        secondDot = second
        payload = try CompactJWS.decode(.payload, bytes[(first + 1)..<second])
        signature = try CompactJWS.decode(.signature, bytes[(second + 1)...])
    }

    /// Takes a text apart.
    ///
    /// - Parameter text: The text, without white space around it.
    /// - Throws: ``JWSError`` for the first thing that is wrong.
    public init(parsing text: String) throws(JWSError) { try self.init(parsing: [UInt8](text.utf8)) }

    /// The header's characters as they came.
    public var headerSegment: ArraySlice<UInt8> { bytes[..<firstDot] }

    /// The payload's characters as they came.
    public var payloadSegment: ArraySlice<UInt8> { bytes[(firstDot + 1)..<secondDot] }

    /// The signature's characters as they came.
    public var signatureSegment: ArraySlice<UInt8> { bytes[(secondDot + 1)...] }

    /// The bytes that the signature is over: header and payload as they came, with the dot between them.
    public var signingInput: ArraySlice<UInt8> { bytes[..<secondDot] }

    /// The whole text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Decodes the header's JSON text.
    ///
    /// - Returns: The text, which is not yet known to be JSON.
    /// - Throws: ``JWSError``, `base64URL`.
    public func headerBytes() throws(JWSError) -> [UInt8] { try CompactJWS.decode(.header, headerSegment) }

    /// Decodes and checks the header.
    ///
    /// - Returns: The header.
    /// - Throws: ``JWSError`` for the first thing that is wrong.
    public func header() throws(JWSError) -> JWSHeader { try JWSHeader(parsing: headerBytes()) }

    private static func decode(_ segment: JWSSegment, _ text: ArraySlice<UInt8>) throws(JWSError) -> [UInt8] {
        do { return try Base64URL.decode(text) } catch { throw .base64URL(segment, error) }
    }
}
