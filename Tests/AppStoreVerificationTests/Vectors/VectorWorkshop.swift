import OpenSSLCrypto
import StrictJSON
import TestSupport

/// Makes every vector for verifiers, each breaking one rule of what is otherwise sound.
///
/// Certificates and signatures differ from run to run, since ECDSA draws random numbers; nothing else does.
struct VectorWorkshop {
    let keys: VectorKeys
    /// How the sound chain is made.
    let recipe: ChainRecipe
    /// The sound chain.
    let chain: IssuedChain
    /// Trusts the sound chain, for any app.
    let trust: VerificationVector.Trust
    /// What is signed where nothing else matters.
    let payload = SamplePayload.transaction()

    init() throws {
        keys = try VectorKeys()
        recipe = ChainRecipe(keys)
        chain = try recipe.issue()
        trust = VerificationVector.Trust(chain.root)
    }

    /// All files.
    func files() throws -> [VectorFile] {
        try [
            compact(), base64url(), header(), algorithm(), signature(),
            certificateEntries(), path(), authorities(), certificateKeys(), keyUsages(), extensions(), markers(),
            dates(),
            anchors(),
            payloadJSON(), payloadSchema(), payloadKinds(),
            apps(), containers(), environments(), xcode(), localTesting(),
            nested(),
        ]
    }

    func file(_ path: String, _ comment: String) -> VectorFile { VectorFile(path, comment, trust: trust) }
}
