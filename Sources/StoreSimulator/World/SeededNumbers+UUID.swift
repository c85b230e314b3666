extension SeededNumbers {
    /// A random UUID (version 4) in lower case.
    mutating func uuid() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 { text.append(UInt8(ascii: "-")) }
            let part = nibble < 16 ? high : low
            text.append(digits[Int(part >> UInt64(60 - nibble % 16 * 4) & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
