internal import HTTPClient
internal import HTTPServing
internal import Testing

@Suite("HTTP client: where it may connect to", .timeLimit(.minutes(10)))
struct AddressPolicyTests {
    @Test(
        "Addresses of this host, its networks and its cloud are not public",
        arguments: [
            "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.0", "100.100.100.200", "100.127.255.255", "127.0.0.1",
            "127.255.255.255", "168.63.129.16", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.192",
            "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
            "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1",
            "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1", "64:ff9b:1::1",
            "100::1", "2001::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::1", "2002:a00:1::", "3fff::1", "4000::1",
            "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
        ])
    func notPublic(_ text: String) throws {
        #expect(try #require(PeerAddress(parsing: text, port: 443)).isPublic == false)
    }

    @Test(
        "Addresses right beside those are public",
        arguments: [
            "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
            "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
            "223.255.255.255", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2000::1", "2001:200::1", "2001:db7::1",
            "2001:db9::1", "2002:808:808::1", "2620:149::1", "3fff:1000::1", "3ffe::1",
        ])
    func isPublic(_ text: String) throws {
        #expect(try #require(PeerAddress(parsing: text, port: 443)).isPublic)
    }

    @Test("Addresses are written as people write them")
    func description() {
        #expect(PeerAddress(bytes: [192, 0, 2, 1], port: 80)?.description == "192.0.2.1:80")
        #expect(PeerAddress(parsing: "2001:DB8:0::1", port: 443)?.description == "[2001:db8::1]:443")
        #expect(PeerAddress(parsing: "127.1", port: 1) == nil)
        #expect(PeerAddress(parsing: "127.0.0.1\0", port: 1) == nil)
        #expect(PeerAddress(bytes: [1, 2, 3], port: 1) == nil)
    }

    @Test(
        "A private address is refused however it is written or named, and no connection is made",
        arguments: ["localhost", "127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
    func refused(_ host: String) async throws {
        let server = try startServer { _ in .text("reached") }
        let client = try makeClient { $0.addresses = .publicOnly }
        let failure = await client.failure(patientRequest("GET", "http://\(host):\(server.boundAddress.port)/"))
        guard case .addressRefused(let address) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(!address.isPublic && address.port == server.boundAddress.port)
        #expect(server.openConnections == 0)
        await client.close()
        await server.stop()
    }

    @Test("A name with one address that is allowed is reached there")
    func otherAddress() async throws {
        let server = try startServer { _ in .text("reached") }
        let version4 = PeerAddress(bytes: [127, 0, 0, 1], port: server.boundAddress.port)
        let client = try makeClient { $0.addresses = .judge { $0 == version4 } }
        let response = try await client.send(patientRequest("GET", "http://localhost:\(server.boundAddress.port)/"))
        #expect(response.peer == version4)
        await client.close()
        await server.stop()
    }
}
