internal import HTTPServing
internal import OpenSSLCrypto
internal import Testing

@Suite("HTTP server: TLS", .timeLimit(.minutes(30)))
struct TLSTests {
    let authority: TestAuthority

    init() throws {
        authority = try TestAuthority(notBefore: 0, notAfter: 4_102_444_800)
    }

    private func identity(key: P256PrivateKey) throws -> TLSIdentity {
        let chain = authority.leaf.pem + authority.intermediate.pem
        return TLSIdentity(certificatePEM: Array(chain.utf8), keyPEM: Array(try key.pem().utf8))
    }

    /// The first message of a client that offers one cipher of TLS 1.2 and older (RFC 5246, section 7.4.1.2).
    private func hello(version: [UInt8]) -> [UInt8] {
        func block(_ lengthBytes: Int, _ content: [UInt8]) -> [UInt8] {
            (0..<lengthBytes).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
        }
        let groups: [UInt8] = [0x00, 0x0A] + block(2, block(2, [0x00, 0x17]))
        let formats: [UInt8] = [0x00, 0x0B] + block(2, block(1, [0x00]))
        let signatures: [UInt8] = [0x00, 0x0D] + block(2, block(2, [0x04, 0x03, 0x05, 0x03]))
        let random = [UInt8](repeating: 7, count: 32)
        let body =
            version + random + block(1, []) + block(2, [0xC0, 0x2B]) + block(1, [0x00])
            + block(2, groups + formats + signatures)
        return [0x16, 0x03, 0x01] + block(2, [0x01] + block(3, body))
    }

    @Test("The certificate and its chain are shown to a client")
    func showsCertificate() async throws {
        let identity = try identity(key: authority.leafKey)
        let server = try startTunedServer(configure: { $0.tls = identity })
        let address = server.boundAddress
        let hello = hello(version: [3, 3])
        let chain = [authority.leaf.der, authority.intermediate.der]
        let received = try await blocking {
            let client = try TestClient(address)
            try client.send(hello)
            var received: [UInt8] = []
            while !chain.allSatisfy({ received.firstRange(of: $0) != nil }) {
                let more = try client.receive()
                if more.isEmpty { break }
                received += more
            }
            return received
        }
        #expect(received.starts(with: [0x16, 3, 3]))
        #expect(chain.allSatisfy { received.firstRange(of: $0) != nil })
        await server.stop()
    }

    @Test("Versions before 1.2 and plain HTTP are refused")
    func refusesOthers() async throws {
        let identity = try identity(key: authority.leafKey)
        let server = try startTunedServer(configure: { $0.tls = identity })
        let address = server.boundAddress
        let old = hello(version: [3, 2])
        let (answer, plain) = try await blocking {
            let client = try TestClient(address)
            try client.send(old)
            let other = try TestClient(address)
            try other.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
            return (try client.receiveAll(), try other.receiveAll())
        }
        // libmicrohttpd closes without an alert.
        #expect(!answer.starts(with: [0x16]))
        #expect(plain.firstRange(of: Array("HTTP".utf8)) == nil)
        await server.stop()
    }

    @Test("A key that is another certificate's is refused with the reason")
    func keyMismatch() throws {
        let identity = try identity(key: P256PrivateKey())
        let reason =
            "GnuTLS failed to setup x509 certificate/key: The certificate and the given key do not match.; "
            + "Failed to initialize TLS support."
        #expect(throws: HTTPServingError.identity(reason: reason)) {
            try startTunedServer(configure: { $0.tls = identity })
        }
    }

    @Test("Text that is no certificate is refused, and no key is ever shown")
    func noCertificate() throws {
        let identity = TLSIdentity(certificatePEM: Array("nonsense\0".utf8), keyPEM: Array("secret".utf8))
        #expect {
            try startTunedServer(configure: { $0.tls = identity })
        } throws: { error in
            guard case HTTPServingError.identity(let reason) = error else { return false }
            return !reason.isEmpty && !reason.contains("secret")
        }
        var shown = "\(identity) \(String(reflecting: identity))"
        dump(identity, to: &shown)
        #expect(!shown.contains("115"))
    }
}
