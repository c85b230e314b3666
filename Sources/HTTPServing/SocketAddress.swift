internal import Glibc

/// An address in the form that the system's calls take.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Holds an address and a port.
    init(_ address: ListenAddress) {
        switch address.host {
        case .version4(let bits):
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = address.port.bigEndian
            name.sin_addr.s_addr = bits.bigEndian
            store(name)
        case .version6(let bytes):
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = address.port.bigEndian
            unsafe withUnsafeMutableBytes(of: &name.sin6_addr) { target in
                for index in 0..<16 { unsafe target[index] = bytes[index] }
            }
            store(name)
        }
    }

    /// Nothing yet, for a call that writes the address.
    init() {}

    /// The protocol family, as a socket is created with.
    var family: Int32 { Int32(storage.ss_family) }

    /// The address without its port; nil for other families than the Internet's.
    var host: IPAddress? { unsafe withPointer { address, _ in unsafe IPAddress(address) } }

    /// The port.
    var port: UInt16 {
        // In the same place for both families.
        unsafe withUnsafeBytes(of: storage) { bytes in
            unsafe UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }

    /// Lends the address to a call that reads it.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }

    /// Lends room for an address to a call that writes it.
    mutating func withMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        var length = length
        defer { self.length = length }
        return unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &length) }
        }
    }

    private mutating func store<Name>(_ name: Name) {
        unsafe withUnsafeMutableBytes(of: &storage) { target in
            unsafe withUnsafeBytes(of: name) { unsafe target.copyMemory(from: $0) }
        }
        length = socklen_t(MemoryLayout<Name>.size)
    }
}
