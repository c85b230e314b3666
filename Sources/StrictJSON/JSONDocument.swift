internal import CSimdjson
internal import Glibc

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
    let tokens: [JSONToken]

    init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw .byteOrderMark }
        let (marks, hasEscapes) = try JSONStorage.findStructure(of: bytes)
        var tokenizer = JSONTokenizer(bytes: bytes, marks: marks, hasEscapes: hasEscapes, limits: limits)
        try tokenizer.run()
        self.bytes = bytes
        tokens = tokenizer.tokens
    }

    /// Where tokens start, and whether there is a backslash.
    private static func findStructure(of bytes: [UInt8]) throws(JSONError) -> (marks: [UInt32], hasEscapes: Bool) {
        let (status, marks, hasEscapes) = unsafe bytes.withUnsafeBufferPointer { buffer in
            let structure = unsafe csimdjson_find_structure(buffer.baseAddress, buffer.count)
            // Copied at once: the marks belong to the thread's parser.
            let marks = unsafe Array(UnsafeBufferPointer(start: structure.marks, count: Int(structure.count)))
            let backslash = unsafe buffer.baseAddress.flatMap { unsafe memchr($0, 0x5C, buffer.count) }
            return unsafe (csimdjson_status(structure.status), marks, backslash != nil)
        }
        switch status {
        case CSIMDJSON_OK: return (marks, hasEscapes)
        case CSIMDJSON_EMPTY: throw .empty
        case CSIMDJSON_UTF8: throw .invalidUTF8
        case CSIMDJSON_STRING_FORM: throw .string(offset: offsetOfMalformedString(in: bytes))
        case CSIMDJSON_TOO_LONG: throw .tooLarge(limit: Int(UInt32.max))
        case CSIMDJSON_MEMORY: throw .outOfMemory
        default: throw .syntax(offset: 0)
        }
    }

    /// Where the first string begins that has a control character or is not closed; the first stage does not say.
    private static func offsetOfMalformedString(in bytes: [UInt8]) -> Int {
        var start: Int?
        var isEscaped = false
        for (offset, byte) in bytes.enumerated() {
            if let start, byte < 0x20 { return start }
            if byte == UInt8(ascii: "\""), !isEscaped { start = start == nil ? offset : nil }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return start ?? bytes.count
    }
}
