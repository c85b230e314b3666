internal import CCurl

/// The address of a server: an address of the Internet Protocol, and a port.
package struct PeerAddress: Hashable, Sendable {
    /// The four or sixteen bytes in the order of the network.
    package let bytes: [UInt8]
    /// The port.
    package let port: UInt16

    /// Holds the bytes of an address; nil for another count than four or sixteen.
    package init?(bytes: [UInt8], port: UInt16) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
        self.port = port
    }

    /// Reads an address in its usual text form, without brackets.
    package init?(parsing text: String, port: UInt16) {
        // The C functions would stop at a zero byte and call the rest well.
        guard !text.utf8.contains(0) else { return nil }
        var read = [UInt8](repeating: 0, count: 16)
        if unsafe read.withUnsafeMutableBytes({ unsafe inet_pton(AF_INET, text, $0.baseAddress) }) == 1 {
            read.removeLast(12)
        } else if unsafe read.withUnsafeMutableBytes({ unsafe inet_pton(AF_INET6, text, $0.baseAddress) }) != 1 {
            return nil
        }
        bytes = read
        self.port = port
    }

    /// Copies the address that curl is about to connect to; nil for families other than the Internet's.
    init?(_ address: UnsafePointer<curl_sockaddr>) {
        var read = [UInt8](repeating: 0, count: 16)
        var port: UInt16 = 0
        let count = unsafe read.withUnsafeMutableBufferPointer {
            unsafe curlShimAddress(address, $0.baseAddress, &port)
        }
        self.init(bytes: Array(read.prefix(Int(count))), port: port)
    }
}

extension PeerAddress: CustomStringConvertible {
    /// The usual text form: `192.0.2.1:443`, `[2001:db8::1]:443`.
    package var description: String {
        let isVersion4 = bytes.count == 4
        var text = [UInt8](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isWritten = unsafe text.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { source in
                unsafe inet_ntop(
                    isVersion4 ? AF_INET : AF_INET6, source.baseAddress,
                    target.baseAddress?.assumingMemoryBound(to: CChar.self), socklen_t(target.count)) != nil
            }
        }
        let host = isWritten ? String(decoding: text.prefix { $0 != 0 }, as: UTF8.self) : "?"
        return isVersion4 ? "\(host):\(port)" : "[\(host)]:\(port)"
    }
}
