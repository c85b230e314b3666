internal import HTTPServing
internal import Testing

@Suite("Listen addresses and starting")
struct ListenAddressTests {
    @Test(
        "An address and a port are read and written",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080", true), ("[::1]:0", "[::1]:0", true),
            ("0.0.0.0:80", "0.0.0.0:80", false),
            ("[::]:65535", "[::]:65535", false), ("localhost:1", "127.0.0.1:1", true),
            ("[2001:DB8:0:0::1]:8", "[2001:db8::1]:8", false), ("127.9.9.9:8", "127.9.9.9:8", true),
        ])
    func reads(text: String, description: String, isLoopback: Bool) throws {
        let address = try ListenAddress(parsing: text)
        #expect(address.description == description)
        #expect(address.isLoopback == isLoopback)
        #expect(try ListenAddress(parsing: description) == address)
    }

    @Test(
        "What is no address and port is refused with the reason",
        arguments: [
            ("8080", "a port is missing, such as 127.0.0.1:8080"), ("", "a port is missing, such as 127.0.0.1:8080"),
            (":8080", "the address is missing, such as 127.0.0.1 or 0.0.0.0"),
            ("127.0.0.1:", "the port is not a number from 0 to 65535"),
            ("127.0.0.1:65536", "the port is not a number from 0 to 65535"),
            ("127.0.0.1:-1", "the port is not a number from 0 to 65535"),
            ("127.0.0.1:٨", "the port is not a number from 0 to 65535"),
            ("::1:8080", "an IPv6 address needs brackets, such as [::1]:8080"),
            ("example.org:80", "not an IP address; names are not looked up"),
            ("127.0.0.1\0:80", "not an IP address; names are not looked up"),
            ("[127.0.0.1]:80", "brackets are for IPv6 addresses"),
            ("1:80", "not an IP address; names are not looked up"),
        ])
    func refuses(text: String, reason: String) {
        #expect(throws: HTTPServingError.address(text: text, reason: reason)) { try ListenAddress(parsing: text) }
    }

    @Test("A port that is taken is named")
    func inUse() async throws {
        let server = try startServer()
        let address = server.boundAddress
        #expect(throws: HTTPServingError.addressInUse(address)) { try startServer(address.description) }
        await server.stop()
    }

    @Test("An address of another host is refused by the system")
    func foreign() throws {
        let address = try ListenAddress(parsing: "192.0.2.1:0")
        #expect(throws: HTTPServingError.listen(address, number: 99, text: "Cannot assign requested address")) {
            try startServer("192.0.2.1:0")
        }
    }

    @Test("Limits without sense are refused by name")
    func limits() {
        #expect(throws: HTTPServingError.configuration(name: "threads", reason: "is 0, not from 1 to 256")) {
            try startTunedServer(configure: { $0.threads = 0 })
        }
        #expect(throws: HTTPServingError.configuration(name: "idle timeout", reason: "is -1, not from 1 to 86400")) {
            try startTunedServer(configure: { $0.idleTimeoutSeconds = -1 })
        }
    }
}
