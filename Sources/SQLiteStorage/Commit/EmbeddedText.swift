internal import Glibc

/// A signed object found inside the payload of a notification, to be kept once.
struct EmbeddedText: Hashable {
    /// Where its first two segments begin in the payload.
    let position: Int
    /// How many bytes they take, the full stop between them included.
    let count: Int
    /// The row of its header.
    let header: Int64
    /// The row of the version that has its payload.
    let version: Int64
}

extension EmbeddedText {
    /// Finds the first JSON string of `payload` that begins with `text`, which stands for `version`.
    init?(_ text: [UInt8], in payload: [UInt8], header: Int64, version: Int64) {
        guard let position = EmbeddedText.position(of: text, in: payload) else { return nil }
        self.init(position: position, count: text.count, header: header, version: version)
    }

    private static func position(of text: [UInt8], in payload: [UInt8]) -> Int? {
        unsafe payload.withUnsafeBytes { payload -> Int? in
            unsafe text.withUnsafeBytes { text -> Int? in
                guard let first = payload.baseAddress, let wanted = text.baseAddress else { return nil }
                var position = 0
                while true {
                    let rest = payload.count - position
                    let quote = unsafe memchr(first + position, Int32(UInt8(ascii: "\"")), rest)
                    guard let quote = unsafe quote else { return nil }
                    position = unsafe UnsafeRawPointer(quote) - first + 1
                    guard payload.count - position >= text.count else { return nil }
                    if unsafe memcmp(first + position, wanted, text.count) == 0 { return position }
                }
            }
        }
    }

    /// The payload without the parts, and the parts that could be cut out, in order.
    static func cut(
        _ parts: [EmbeddedText], from payload: [UInt8]
    ) -> (rest: [UInt8], parts: [EmbeddedText]) {
        var rest: [UInt8] = []
        var kept: [EmbeddedText] = []
        var position = 0
        for part in parts.sorted(by: { $0.position < $1.position }) where part.position >= position {
            rest.append(contentsOf: payload[position..<part.position])
            kept.append(part)
            position = part.position + part.count
        }
        rest.append(contentsOf: payload[position...])
        return (rest, kept)
    }
}
