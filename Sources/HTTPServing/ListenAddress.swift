internal import Glibc

/// An address and a port to listen on.
package struct ListenAddress: Hashable, Sendable {
    /// The address; all zeros listen on every interface.
    package let host: IPAddress
    /// The port; 0 lets the system choose one.
    package let port: UInt16

    /// Names an address and a port.
    package init(host: IPAddress, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Whether only processes on the same host can connect.
    package var isLoopback: Bool { host.isLoopback }

    /// Whether every interface of the host is listened on.
    package var isWildcard: Bool { host == .version4(0) || host == .version6(SIMD16()) }

    /// Reads `127.0.0.1:8080`, `[::1]:0` or `localhost:8080`; other names are not looked up.
    package init(parsing text: String) throws(HTTPServingError) {
        guard let colon = text.lastIndex(of: ":") else {
            throw .address(text: text, reason: "a port is missing, such as 127.0.0.1:8080")
        }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
            throw .address(text: text, reason: "the port is not a number from 0 to 65535")
        }
        var name = text[..<colon]
        let isBracketed = name.first == "[" && name.last == "]"
        if isBracketed {
            name = name.dropFirst().dropLast()
        } else if name.contains(":") {
            throw .address(text: text, reason: "an IPv6 address needs brackets, such as [::1]:8080")
        }
        if name.isEmpty {
            throw .address(text: text, reason: "the address is missing, such as 127.0.0.1 or 0.0.0.0")
        }
        if name == "localhost", !isBracketed {
            self.init(host: .loopback, port: port)
            return
        }
        guard let host = IPAddress(parsing: name) else {
            throw .address(text: text, reason: "not an IP address; names are not looked up")
        }
        if case .version4 = host, isBracketed {
            throw .address(text: text, reason: "brackets are for IPv6 addresses")
        }
        self.init(host: host, port: port)
    }
}

extension ListenAddress: CustomStringConvertible {
    /// The form that can be parsed again.
    package var description: String {
        switch host {
        case .version4: "\(host):\(port)"
        case .version6: "[\(host)]:\(port)"
        }
    }
}
