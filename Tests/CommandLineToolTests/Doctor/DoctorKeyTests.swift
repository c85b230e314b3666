internal import CommandLineTool
internal import OpenSSLCrypto
internal import Testing

@Suite("Keys as doctor judges them")
struct DoctorKeyTests {
    /// 512 bits, made for this test.
    private static let rsa = """
        -----BEGIN PRIVATE KEY-----
        MIIBVAIBADANBgkqhkiG9w0BAQEFAASCAT4wggE6AgEAAkEAu1VzuClSx9acnBAm
        rMEbtr2xjmdskIiznZ9EwZnYZxYmeG2j0H9YYnX6CG2Jnbxbl+4iCbg93ctLvKZ9
        aEUYTQIDAQABAkBDONWuhv2SgjtucQk/wofMWmOFgy1c7ADwFb/ZbPhPfPCg6Xmw
        InviO5FeYuvO9kV70zR4oDe2w+1DNVoYJeXtAiEA7W4okobs4RGWmVAV1xjXfki8
        wdLygfKP8uwvu3onBO8CIQDJ/EI7D2srGNa3k/LIzbJtDfVAKw1FfjnVYN4SIX+O
        gwIgGGG5lOJ6LNqrhm7s7zvD1VoO2DCbarDIC4Apnqz6mM0CIBw7LeajWQ9FAX3X
        J+/5EB89/DFj0w8LfXndeCyAkhuRAiEA4Qq0CpbK9itUtEs5Kb8ILk/9YveQFnZ6
        KFQ7VYQ/rEI=
        -----END PRIVATE KEY-----
        """
    /// The form of SEC 1, made for this test.
    private static let sec1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEINAQk7hsSFEwUALTi7FO9LF/Defop5/DWiOAE7nfV8zzoAoGCCqGSM49
        AwEHoUQDQgAEMwrW07HoPbu83D8/r5cODi4FPe4CjDBBzjvGqlVAbCEfQpwy9HKU
        d+BmofImyjnK8KbFS50Rah3IA+3VBmXf6A==
        -----END EC PRIVATE KEY-----
        """

    private func judge(
        _ text: String, permissions: UInt32? = 0o600, path: String = "/keys/SubscriptionKey_KEY.p8",
        keyId: String = "KEY", issuerId: String = "57246542-96fe-1a63-e053-0824d011072a",
        bundleId: String = "com.example.app", apps: [String] = []
    ) -> (codes: [String], canSign: Bool, text: String) {
        let (findings, credentials) = KeyFindings.judge(
            KeyFindings.Given(
                path: path, bytes: Array(text.utf8), permissions: permissions, keyId: keyId, issuerId: issuerId,
                bundleId: bundleId, apps: apps))
        let all = findings.flatMap { [$0.found] + $0.next }.joined(separator: "\n")
        return (findings.map { "\($0.result) \($0.code)" }, credentials != nil, all)
    }

    @Test("A P-256 key that only its owner can read is well; its claims are shown, and nothing of it")
    func good() throws {
        let pem = try P256PrivateKey().pem()
        let judged = judge(pem)
        #expect(judged.codes == ["ok key.fine"] && judged.canSign)
        #expect(judged.text.contains("kid KEY") && judged.text.contains("bid com.example.app"))
        #expect(!pem.split(separator: "\n").dropFirst().contains { judged.text.contains($0) })
    }

    @Test("Keys of other kinds and forms are named for what they are")
    func kinds() throws {
        let key = try P256PrivateKey()
        let authority = try TestAuthority(notBefore: 0, notAfter: 4_102_444_800)
        let cases: [(String, String)] = [
            (Self.rsa, "kind"), (try P384PrivateKey().pem(), "kind"), (key.publicKey.pem, "public"),
            (authority.root.pem, "certificate"), (Self.sec1, "form"), ("", "form"), ("AuthKey", "form"),
            ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n", "encrypted"),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "unreadable"),
        ]
        for (text, word) in cases {
            let judged = judge(text)
            #expect(judged.codes == ["problem key.\(word)"] && !judged.canSign, "\(word)")
            #expect(judged.text.contains("In-App Purchase key"))
        }
        #expect(judge(Self.rsa).text.contains("rsaEncryption"))
    }

    @Test("A key that others can read, and names that do not fit it, are told beside it")
    func names() throws {
        let pem = try P256PrivateKey().pem()
        let open = judge(pem, permissions: 0o644)
        #expect(open.codes == ["problem key.mode"] && open.canSign && open.text.contains("chmod 600"))
        #expect(judge(pem, issuerId: "69a6de70").codes == ["problem key.issuer_id"])
        #expect(judge(pem, keyId: "OTHER").codes == ["note key.key_id", "ok key.fine"])
        #expect(judge(pem, path: "key.p8", keyId: "OTHER").codes == ["ok key.fine"])
        let foreign = judge(pem, bundleId: "com.other", apps: ["com.example.app"])
        #expect(foreign.codes == ["problem key.bundle_id"] && foreign.text.contains("\"com.other\""))
        #expect(judge(pem, apps: ["com.example.app", "com.other"]).codes == ["ok key.fine"])
        #expect(judge(pem, keyId: "").codes == ["problem key.missing"])
    }
}
