internal import Glibc

/// An address of the Internet Protocol, version 4 or 6.
///
/// An IPv4 address that came mapped into IPv6 (`::ffff:192.0.2.1`) is held as the IPv4 address it is.
package enum IPAddress: Hashable, Sendable {
    /// Four bytes, the first in the highest place.
    case version4(UInt32)
    /// Sixteen bytes in the order of the network.
    case version6(SIMD16<UInt8>)

    /// The IPv4 address that a host reaches only itself by.
    package static let loopback = IPAddress.version4(0x7F00_0001)

    /// Whether only the same host can be at the other end.
    package var isLoopback: Bool {
        switch self {
        case .version4(let bits): bits >> 24 == 127
        case .version6(let bytes): bytes == Self.version6Loopback
        }
    }

    /// Reads an address in its usual text form.
    package init?(parsing text: some StringProtocol) {
        let text = String(text)
        // The C functions would stop at a zero byte and call the rest well.
        guard !text.utf8.contains(0) else { return nil }
        var version4 = in_addr()
        var version6 = in6_addr()
        if unsafe inet_pton(AF_INET, text, &version4) == 1 {
            self = .version4(UInt32(bigEndian: version4.s_addr))
        } else if unsafe inet_pton(AF_INET6, text, &version6) == 1 {
            self.init(version6)
        } else {
            return nil
        }
    }

    init(_ address: in6_addr) {
        let bytes = unsafe withUnsafeBytes(of: address) { source in
            var bytes = SIMD16<UInt8>()
            for index in 0..<16 { bytes[index] = unsafe source[index] }
            return bytes
        }
        let isMapped = (0..<10).allSatisfy { bytes[$0] == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        self = isMapped ? .version4((12..<16).reduce(0) { $0 << 8 | UInt32(bytes[$1]) }) : .version6(bytes)
    }

    /// Reads the address of a socket; other families than the two of the Internet give nil.
    init?(_ socketAddress: UnsafePointer<sockaddr>) {
        switch unsafe Int32(socketAddress.pointee.sa_family) {
        case AF_INET:
            let bits = unsafe socketAddress.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe $0.pointee.sin_addr.s_addr
            }
            self = .version4(UInt32(bigEndian: bits))
        case AF_INET6:
            let address = unsafe socketAddress.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                unsafe $0.pointee.sin6_addr
            }
            self.init(address)
        default: return nil
        }
    }

    private static let version6Loopback = SIMD16<UInt8>(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
}

extension IPAddress: CustomStringConvertible {
    /// The usual text form, without brackets.
    package var description: String {
        switch self {
        case .version4(let bits):
            return "\(bits >> 24).\(bits >> 16 & 255).\(bits >> 8 & 255).\(bits & 255)"
        case .version6(var bytes):
            var text = [UInt8](repeating: 0, count: 46)
            let isWritten = unsafe text.withUnsafeMutableBytes { target in
                unsafe inet_ntop(AF_INET6, &bytes, target.baseAddress, socklen_t(target.count)) != nil
            }
            return isWritten ? String(decoding: text.prefix { $0 != 0 }, as: UTF8.self) : "::"
        }
    }
}
