internal import HTTPClient
internal import HTTPServing
internal import OpenSSLCrypto
internal import TestSupport
internal import Testing

@Suite("HTTP client: TLS", .timeLimit(.minutes(10)))
struct ClientTLSTests {
    let authority: TestAuthority
    let server: HTTPServer

    init() throws {
        authority = try TestAuthority(notBefore: 0, notAfter: 4_102_444_800)
        var template = TestAuthority.leafTemplate(name: "Server", notBefore: 0, notAfter: 4_102_444_800)
        // Subject alternative names (RFC 5280, section 4.2.1.6): one, the IP address 127.0.0.1.
        template.extensions = [CertificateExtension(oid: "2.5.29.17", value: [0x30, 6, 0x87, 4, 127, 0, 0, 1])]
        let leaf = try template.issued(
            to: .p256(authority.leafKey), by: authority.intermediate, issuerKey: .p384(authority.intermediateKey))
        let chain = leaf.pem + authority.intermediate.pem
        let identity = TLSIdentity(certificatePEM: Array(chain.utf8), keyPEM: Array(try authority.leafKey.pem().utf8))
        server = try startServer(tls: identity) { _ in .text("fine") }
    }

    private func outcome(
        _ trust: ClientTrust, host: String = "127.0.0.1"
    ) async throws -> Result<ClientResponse, HTTPClientError> {
        let client = try makeClient { $0.trust = trust }
        let outcome = await client.outcome(patientRequest("GET", "https://\(host):\(server.boundAddress.port)/"))
        await client.close()
        return outcome
    }

    @Test("A server under the trusted root is spoken to, whether the root comes as bytes or as a file")
    func rightRoot() async throws {
        let client = try makeClient { $0.trust = .pem(Array(authority.root.pem.utf8)) }
        let request = patientRequest("GET", "https://\(server.boundAddress)/")
        let response = try await client.send(request)
        #expect(response.status == 200 && response.timings.tls > 0)
        #expect(try await client.send(request).isReused)
        await client.close()
        let folder = try TemporaryFolder()
        let file = try folder.write("root.pem", authority.root.pem)
        #expect(try await outcome(.file(file)).get().status == 200)
        await server.stop()
    }

    @Test("A server under another root is refused")
    func otherRoot() async throws {
        let other = try TestAuthority(name: "Other", notBefore: 0, notAfter: 4_102_444_800)
        // X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY.
        #expect(
            try await outcome(.pem(Array(other.root.pem.utf8)))
                == .failure(.tlsFailed(.untrusted(verification: 20))))
        await server.stop()
    }

    @Test("The system's authorities do not vouch for a test authority")
    func systemRoots() async throws {
        #expect(try await outcome(.system) == .failure(.tlsFailed(.untrusted(verification: 20))))
        await server.stop()
    }

    @Test("A certificate for another name is refused")
    func otherName() async throws {
        #expect(
            try await outcome(.pem(Array(authority.root.pem.utf8)), host: "localhost")
                == .failure(.tlsFailed(.otherHost)))
        await server.stop()
    }

    @Test("Text without a certificate, or no file, is nothing to trust")
    func badTrust() async throws {
        #expect(try await outcome(.pem(Array("nonsense".utf8))) == .failure(.unusableTrust))
        #expect(try await outcome(.file("/nonexistent/root.pem")) == .failure(.unusableTrust))
        await server.stop()
    }

    @Test("A server that does not speak TLS fails the handshake")
    func plainServer() async throws {
        let client = try makeClient()
        let listener = try LoopbackListener()
        async let served: Void = blocking {
            let peer = try listener.accept()
            _ = try peer.receive()
            peer.send("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        let failure = await client.failure(patientRequest("GET", "https://127.0.0.1:\(listener.port)/"))
        #expect(failure == .tlsFailed(.handshake))
        try await served
        await client.close()
        await server.stop()
    }
}
