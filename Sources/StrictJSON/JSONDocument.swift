internal import CSimdjson

/// One JSON text, checked in full, with its bytes kept as they came.
///
/// RFC 8259 and no more: UTF-8 without a byte order mark, no duplicate member names, nothing after the value, bounded
/// depth and size. Values are read through ``JSONNode``.
public struct JSONDocument: Sendable {
    let storage: JSONStorage

    /// Parses exactly one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text, UTF-8.
    ///   - limits: The bounds to keep.
    /// - Throws: ``JSONError`` for the first thing that is wrong.
    public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        storage = try JSONStorage(parsing: bytes, limits: limits)
    }

    /// The value.
    public var root: JSONNode { JSONNode(storage: storage, index: 0) }

    /// The bytes that were parsed.
    public var bytes: [UInt8] { storage.bytes }
}

/// The bytes of a text and its tokens in order; shared by all nodes of a document.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let tokens: [csimdjson_token]

    init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe csimdjson_parse(
                buffer.baseAddress, buffer.count, UInt32(clamping: limits.maximumDepth),
                UInt32(clamping: limits.maximumTokens))
        }
        defer { unsafe csimdjson_free(result) }
        if let error = unsafe JSONError(result, limits: limits) { throw error }
        self.bytes = bytes
        tokens = unsafe Array(UnsafeBufferPointer(start: result.tokens, count: Int(result.count)))
    }
}

extension JSONError {
    /// Translates the shim's status; `nil` means the text is fine.
    fileprivate init?(_ result: csimdjson_result, limits: JSONLimits) {
        let offset = unsafe Int(result.error_offset)
        switch unsafe csimdjson_status(result.status) {
        case CSIMDJSON_OK: return nil
        case CSIMDJSON_EMPTY: self = .empty
        case CSIMDJSON_UTF8: self = .invalidUTF8
        case CSIMDJSON_BOM: self = .byteOrderMark
        case CSIMDJSON_STRING_FORM: self = .string(offset: offset)
        case CSIMDJSON_NUMBER_FORM: self = .number(offset: offset)
        case CSIMDJSON_TRAILING: self = .trailingBytes(offset: offset)
        case CSIMDJSON_DEPTH: self = .tooDeep(limit: limits.maximumDepth)
        case CSIMDJSON_TOO_MANY: self = .tooLarge(limit: limits.maximumTokens)
        case CSIMDJSON_DUPLICATE_NAME: self = .duplicateName(offset: offset)
        case CSIMDJSON_MEMORY: self = .outOfMemory
        default: self = .syntax(offset: offset)
        }
    }
}
