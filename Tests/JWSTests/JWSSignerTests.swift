import JWS
import OpenSSLCrypto
import StrictJSON
import Testing

@Suite struct JWSSignerTests {
    private let payload = [UInt8](#"{"notificationType":"TEST"}"#.utf8)

    @Test("What a signer with a chain makes verifies under the leaf of its header")
    func chain() throws {
        let authority = try TestAuthority(notBefore: 1_767_225_600, notAfter: 2_082_758_400)
        let text = try JWSSigner(key: authority.leafKey, x5c: authority.chain).sign(payload: payload)
        let jws = try CompactJWS(parsing: text)
        #expect(jws.text == text)
        #expect(jws.payload == payload)
        #expect(jws.signature.count == 64)
        let header = try jws.header()
        #expect(header.alg == "ES256")
        #expect(header.kid == nil)
        #expect(try header.x5cDER() == authority.chain.map(\.der))
        let leaf = try Certificate(der: try #require(header.x5cDER().first))
        let key = try #require(leaf.subjectPublicKey)
        #expect(throws: Never.self) { try ES256.verify(jws, key: key) }
        #expect(throws: JWSError.signatureInvalid) { try ES256.verify(jws, key: P256PrivateKey().publicKey) }
    }

    @Test("A signer for API tokens names its key and type")
    func token() throws {
        let key = try P256PrivateKey()
        let jws = try CompactJWS(parsing: JWSSigner(key: key, kid: "2X9R4HXF34").sign(payload: payload))
        #expect(try jws.headerBytes() == [UInt8](#"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#.utf8))
        #expect(throws: Never.self) { try ES256.verify(jws, key: key.publicKey) }
        #expect(throws: JWSError.x5cMissing) { try jws.header().x5cDER() }
    }
}
