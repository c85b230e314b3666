/// Damages byte strings in the ways in which senders, networks and forgers do; what it does depends on its seed only.
package struct Mutator {
    /// The source of every choice.
    package var generator: SeededGenerator

    /// Starts a sequence of choices.
    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A number from 0 to `bound` - 1.
    package mutating func number(below bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &generator) }

    /// One of some values.
    package mutating func choice<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

    /// A copy with one to three changes; `other` is where pieces are taken from.
    package mutating func mutated(_ bytes: [UInt8], with other: [UInt8] = []) -> [UInt8] {
        (0...number(below: 3)).reduce(bytes) { bytes, _ in changed(bytes, with: other) }
    }

    private mutating func changed(_ bytes: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = bytes
        guard !bytes.isEmpty else { return other }
        let at = number(below: bytes.count)
        switch number(below: 11) {
        case 0: bytes[at] ^= 1 << UInt8(number(below: 8))
        case 1: bytes[at] = UInt8(number(below: 256))
        case 2: bytes[at] = choice(Mutator.characters)
        case 3: bytes.insert(choice(Mutator.characters), at: at)
        case 4: bytes.remove(at: at)
        case 5: bytes.removeSubrange(at...)
        case 6: bytes.removeSubrange(..<at)
        case 7: bytes.removeSubrange(at..<(at + number(below: bytes.count - at)))
        case 8: bytes.insert(contentsOf: bytes[at..<(at + number(below: min(64, bytes.count - at)))], at: at)
        case 9:
            let end = number(below: bytes.count)
            bytes.swapAt(at, end)
        default:
            // The beginning of one and the end of the other.
            guard !other.isEmpty else { return bytes }
            bytes.replaceSubrange(at..., with: other[min(at, other.count)...])
        }
        return bytes
    }

    /// What base64url, JSON and DER are made of, and what is next to it.
    private static let characters: [UInt8] =
        Array(#"AZaz09-_+/=. \#n\#r\#t"{}[]:,\#u{0}\u0000nulltruefalse1e9-.5"#.utf8) + [0x30, 0x82, 0xFF, 0x80, 0xC0]
}
