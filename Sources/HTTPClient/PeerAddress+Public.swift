extension PeerAddress {
    /// Whether the address is one of the public Internet's, as far as its number tells.
    ///
    /// Refused are the blocks that IANA's registries of special-purpose addresses (RFC 6890) do not call globally
    /// reachable, multicast, and the address at which Azure speaks to its machines. IPv6 is allowed where IANA gives
    /// out global unicast addresses (2000::/3) only. Where an IPv6 address stands for an IPv4 address, that one is judged.
    package var isPublic: Bool {
        bytes.count == 4 ? Self.isPublicVersion4(bytes[...]) : Self.isPublicVersion6(bytes)
    }

    private static func isPublicVersion4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let bits = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return !refusedVersion4.contains { block in bits >> (32 - block.length) == block.prefix >> (32 - block.length) }
    }

    private static func isPublicVersion6(_ bytes: [UInt8]) -> Bool {
        // Mapped (::ffff:0:0/96) and compatible (::/96) addresses; the latter cover :: and ::1, which are 0.0.0.0/8.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == bytes[11], bytes[10] == 0 || bytes[10] == 0xFF {
            return isPublicVersion4(bytes[12...])
        }
        // Translated (64:ff9b::/96, RFC 6052) and 6to4 (2002::/16, RFC 3056) addresses.
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]), bytes[4..<12].allSatisfy({ $0 == 0 }) {
            return isPublicVersion4(bytes[12...])
        }
        if bytes.starts(with: [0x20, 0x02]) { return isPublicVersion4(bytes[2..<6]) }
        guard bytes[0] >> 5 == 1 else { return false }
        // Protocol assignments, Teredo among them (2001::/23), and documentation (2001:db8::/32, 3fff::/20).
        if bytes.starts(with: [0x20, 0x01]), bytes[2] < 2 { return false }
        if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) { return false }
        return !(bytes.starts(with: [0x3F, 0xFF]) && bytes[2] < 0x10)
    }

    private static let refusedVersion4: [(prefix: UInt32, length: UInt32)] = [
        (0x0000_0000, 8),  // 0.0.0.0/8: this network
        (0x0A00_0000, 8),  // 10.0.0.0/8: private
        (0x6440_0000, 10),  // 100.64.0.0/10: shared by providers; Alibaba's metadata
        (0x7F00_0000, 8),  // 127.0.0.0/8: loopback
        (0xA83F_8110, 32),  // 168.63.129.16: Azure's host
        (0xA9FE_0000, 16),  // 169.254.0.0/16: link-local; metadata of most clouds
        (0xAC10_0000, 12),  // 172.16.0.0/12: private
        (0xC000_0000, 24),  // 192.0.0.0/24: protocol assignments; Oracle's metadata
        (0xC000_0200, 24),  // 192.0.2.0/24: documentation
        (0xC058_6300, 24),  // 192.88.99.0/24: 6to4 relays, given up
        (0xC0A8_0000, 16),  // 192.168.0.0/16: private
        (0xC612_0000, 15),  // 198.18.0.0/15: benchmarks
        (0xC633_6400, 24),  // 198.51.100.0/24: documentation
        (0xCB00_7100, 24),  // 203.0.113.0/24: documentation
        (0xE000_0000, 3),  // 224.0.0.0/3: multicast, reserved, broadcast
    ]
}
