import AppStoreModels
import AppStoreVerification
import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// Sound inputs, and what may come of damaged ones.
struct MutationCorpus: Sendable {
    /// JWS of every kind, those of notifications with others inside.
    let inputs: [[UInt8]]
    /// The digests of all payloads that were signed.
    let signed: Set<SHA256Digest>
    let signer: TestSigner
    let verifier: SignedDataVerifier
    /// Headers that are dear to read: large certificates, many entries, long names.
    let dearHeaders: [[UInt8]]
    /// The leaves that were issued.
    let leaves: Set<Certificate>

    init() throws {
        let signer = try TestSigner.shared()
        self.signer = signer
        verifier = try SignedDataVerifier(
            VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [signer.root]))
        var payloads: [JSONValue] = []
        var inputs: [String] = []
        for environment in ["Sandbox", "Production"] {
            let transaction = SamplePayload.transaction(environment: environment)
            let renewal = SamplePayload.renewalInfo(environment: environment)
            for payload in [
                transaction, transaction.replacing(["transactionId": "2000000900000002", "type": "Consumable"]),
                renewal,
                SamplePayload.appTransaction(environment: environment),
                SamplePayload.realtimeRequest(environment: environment),
                SamplePayload.notification("TEST", environment: environment),
            ] {
                payloads.append(payload)
                inputs.append(try signer.sign(payload))
            }
            for type in ["SUBSCRIBED", "DID_RENEW", "REFUND"] {
                inputs.append(
                    try signer.sign(
                        notification: SamplePayload.notification(type, environment: environment),
                        transaction: transaction, renewalInfo: renewal))
            }
        }
        self.inputs = inputs.map { [UInt8]($0.utf8) }
        signed = Set(
            try inputs.map { SHA256.digest(of: try CompactJWS(parsing: $0).payload) }
                + payloads.map { SHA256.digest(of: JSONWriter().bytes($0)) })
        let dearLeaves = try MutationCorpus.dearLeaves(signer)
        leaves = Set([signer.authority.leaf] + dearLeaves)
        dearHeaders = MutationCorpus.dearHeaders(signer, dearLeaves).map { JSONWriter().bytes($0) }
    }

    /// Leaves with many extensions, and with a long one.
    private static func dearLeaves(_ signer: TestSigner) throws -> [Certificate] {
        let many = (0..<500).map { CertificateExtension(oid: "1.3.6.1.4.1.32473.\($0)", value: [5, 0]) }
        let long = CertificateExtension(oid: "1.3.6.1.4.1.32473.1", value: [UInt8](repeating: 7, count: 60_000))
        return try [many, [long]].map { extensions in
            var template = TestAuthority.leafTemplate(
                name: "Dear", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter)
            template.extensions += extensions
            return try template.issued(
                to: .p256(signer.authority.leafKey), by: signer.authority.intermediate,
                issuerKey: .p384(signer.authority.intermediateKey))
        }
    }

    private static func dearHeaders(_ signer: TestSigner, _ leaves: [Certificate]) -> [JSONValue] {
        let chain = signer.authority.chain.map { JSONValue.string(Base64.encode($0.der)) }
        func header(_ x5c: [JSONValue]) -> JSONValue { ["alg": "ES256", "x5c": .array(x5c)] }
        return leaves.map { header([.string(Base64.encode($0.der))] + chain[1...]) } + [
            header(Array(repeating: chain[0], count: 200)),
            header(Array(repeating: "", count: 20_000)),
            header(chain[..<2] + [.string(String(repeating: "A", count: 400_000))]),
            ["alg": .string("e" + String(repeating: "\u{301}", count: 100_000)), "x5c": .array(chain)],
            ["alg": .string(String(repeating: "E", count: 200_000)), "x5c": .array(chain)],
            .object((0..<20_000).map { JSONMember("name\($0)", .integer($0)) } + [JSONMember("alg", "ES256")]),
        ]
    }
}
