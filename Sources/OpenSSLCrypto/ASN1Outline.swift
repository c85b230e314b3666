/// Walks over the elements of a BER value and counts them, without reading what they hold.
///
/// OpenSSL reads as many members as there are, and digests a message once for every algorithm that it names. What a
/// sender may make it do is therefore bounded here, before it sees a message.
package struct ASN1Outline: Hashable, Sendable {
    /// The greatest number of elements.
    package var maximumElements: Int
    /// The greatest number of elements inside one another.
    package var maximumDepth: Int
    /// The greatest number of members of an element of the four outermost levels.
    package var maximumMembers: Int

    package init(maximumElements: Int, maximumDepth: Int, maximumMembers: Int) {
        self.maximumElements = maximumElements
        self.maximumDepth = maximumDepth
        self.maximumMembers = maximumMembers
    }

    /// An element whose end was not reached yet.
    private struct Open {
        /// Where it ends; where its end is marked instead, the last place at which it must have ended.
        var end: Int
        var isIndefinite: Bool
        var members = 0
    }

    /// What came of a walk.
    package enum Result: Hashable, Sendable {
        /// One element, within the limits.
        case sound
        /// The bytes are no BER element: the first thing that is wrong lies at or behind this offset.
        case malformed(offset: Int)
        /// The element ends before the bytes do.
        case trailingBytes(Int)
        /// There is more than the limits allow.
        case tooMuch
    }

    /// Walks over one element that should take up all bytes.
    package func walk(_ bytes: [UInt8]) -> Result {
        var open: [Open] = []
        var at = 0
        var elements = 0
        repeat {
            if let last = open.last {
                if last.isIndefinite, last.end - at >= 2, bytes[at] == 0, bytes[at + 1] == 0 {
                    at += 2
                    open.removeLast()
                    continue
                }
                if !last.isIndefinite, at == last.end {
                    open.removeLast()
                    continue
                }
                open[open.count - 1].members += 1
                if open.count <= 4, last.members >= maximumMembers { return .tooMuch }
            }
            let limit = open.last?.end ?? bytes.count
            guard at < limit, let header = ASN1Header(bytes[at..<limit]) else { return .malformed(offset: at) }
            elements += 1
            if elements > maximumElements { return .tooMuch }
            let start = at
            at += header.count
            if header.isConstructed {
                if open.count >= maximumDepth { return .tooMuch }
                guard let length = header.length else {
                    open.append(Open(end: limit, isIndefinite: true))
                    continue
                }
                guard length <= limit - at else { return .malformed(offset: start) }
                open.append(Open(end: at + length, isIndefinite: false))
            } else {
                guard let length = header.length, length <= limit - at else { return .malformed(offset: start) }
                at += length
            }
        } while !open.isEmpty
        return at == bytes.count ? .sound : .trailingBytes(bytes.count - at)
    }
}
