/// A signed object found inside the payload of a notification, to be kept once.
package struct EmbeddedText<Reference: Hashable & Sendable>: Hashable, Sendable {
    /// Where its first two segments begin in the payload.
    package let position: Int
    /// How many bytes they take, the full stop between them included.
    package let count: Int
    /// What leads to its header and its payload.
    package let reference: Reference

    /// Finds the first JSON string of `payload` that begins with the first two segments of `text`.
    package init?(_ text: SignedText, in payload: [UInt8], reference: Reference) {
        var signingInput: [UInt8] = []
        signingInput.reserveCapacity(text.headerSegment.count + text.payload.count * 2)
        text.appendSigningInput(to: &signingInput)
        guard let position = ByteSearch.position(of: signingInput, after: UInt8(ascii: "\""), in: payload) else {
            return nil
        }
        self.position = position
        self.count = signingInput.count
        self.reference = reference
    }

    /// The payload without the parts, and the parts that could be cut out, in order.
    package static func cut(
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

    /// Puts signed objects back into a payload that they were cut from; nil when they do not fit.
    package static func join(
        _ rest: [UInt8], _ parts: some Sequence<(position: Int, text: SignedText)>
    ) -> [UInt8]? {
        var payload: [UInt8] = []
        var rest = rest[...]
        for part in parts {
            let gap = part.position - payload.count
            guard gap >= 0, gap <= rest.count else { return nil }
            payload.append(contentsOf: rest.prefix(gap))
            rest = rest.dropFirst(gap)
            part.text.appendSigningInput(to: &payload)
        }
        payload.append(contentsOf: rest)
        return payload
    }
}
