/// One of the two alphabets of RFC 4648, with the loops that both forms of base64 share.
struct Base64Alphabet: Sendable {
    /// The character of each six-bit number.
    private let characters: [UInt8]
    /// The number of each character; for all others ``bad``, whose top bit survives any combination by `or`.
    private let numbers: [UInt32]
    private static let bad: UInt32 = 0x8000_0000

    /// RFC 4648, section 4.
    static let standard = Base64Alphabet(last: "+/")
    /// RFC 4648, section 5.
    static let url = Base64Alphabet(last: "-_")

    private init(last: String) {
        let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last
        characters = [UInt8](text.utf8)
        var numbers = [UInt32](repeating: Base64Alphabet.bad, count: 256)
        for (number, character) in characters.enumerated() { numbers[Int(character)] = UInt32(number) }
        self.numbers = numbers
    }

    /// Decodes a text without padding.
    ///
    /// Bad characters are looked for once, after the loop: their marks are collected on the way.
    func decode(_ text: ArraySlice<UInt8>) throws(Base64Error) -> [UInt8] {
        let tail = text.count % 4
        guard tail != 1 else { throw firstBadCharacter(in: text) ?? .length(text.count) }
        let input = text.span
        let numbers = numbers.span
        let whole = text.count - tail
        var marks: UInt32 = 0
        var lastGroup: UInt32 = 0
        let bytes = [UInt8](capacity: text.count / 4 * 3 + max(0, tail - 1)) { output in
            var index = 0
            while index < whole {
                let first = numbers[Int(input[index])]
                let second = numbers[Int(input[index &+ 1])]
                let third = numbers[Int(input[index &+ 2])]
                let fourth = numbers[Int(input[index &+ 3])]
                marks |= first | second | third | fourth
                let group = first << 18 | second << 12 | third << 6 | fourth
                output.append(UInt8(truncatingIfNeeded: group >> 16))
                output.append(UInt8(truncatingIfNeeded: group >> 8))
                output.append(UInt8(truncatingIfNeeded: group))
                index &+= 4
            }
            guard tail > 1 else { return }
            let first = numbers[Int(input[index])]
            let second = numbers[Int(input[index &+ 1])]
            let third = tail == 3 ? numbers[Int(input[index &+ 2])] : 0
            marks |= first | second | third
            lastGroup = first << 18 | second << 12 | third << 6
            output.append(UInt8(truncatingIfNeeded: lastGroup >> 16))
            if tail == 3 { output.append(UInt8(truncatingIfNeeded: lastGroup >> 8)) }
        }
        guard marks & Base64Alphabet.bad == 0 else {
            throw firstBadCharacter(in: text) ?? .length(text.count)
        }
        guard lastGroup & (tail == 2 ? 0xFFFF : 0xFF) == 0 else { throw .trailingBits }
        return bytes
    }

    /// The error that says more than a wrong length: wrapped lines and spaces are the usual cause of both.
    func firstBadCharacter(in text: ArraySlice<UInt8>) -> Base64Error? {
        guard let bad = text.firstIndex(where: { numbers[Int($0)] == Base64Alphabet.bad }) else { return nil }
        return .character(offset: bad - text.startIndex)
    }

    /// Encodes bytes without padding.
    func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let input = bytes.span
        let characters = characters.span
        let tail = bytes.count % 3
        let whole = bytes.count - tail
        return [UInt8](capacity: bytes.count / 3 * 4 + (tail == 0 ? 0 : tail + 1)) { output in
            var index = 0
            while index < whole {
                let group = Int(input[index]) << 16 | Int(input[index &+ 1]) << 8 | Int(input[index &+ 2])
                output.append(characters[group >> 18])
                output.append(characters[group >> 12 & 63])
                output.append(characters[group >> 6 & 63])
                output.append(characters[group & 63])
                index &+= 3
            }
            guard tail > 0 else { return }
            let group = Int(input[index]) << 16 | (tail == 2 ? Int(input[index &+ 1]) << 8 : 0)
            output.append(characters[group >> 18])
            output.append(characters[group >> 12 & 63])
            if tail == 2 { output.append(characters[group >> 6 & 63]) }
        }
    }
}
