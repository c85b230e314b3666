internal import AppStoreModels
internal import OpenSSLCrypto

/// A certificate that is asked about, with the issuer whose responder knows it.
struct RevocationSubject: Sendable {
    /// Tells certificates apart.
    struct Key: Hashable, Sendable {
        let certificate: SHA256Digest
        let issuer: SHA256Digest
    }

    let certificate: Certificate
    let issuer: Certificate
    let role: CertificateRole
    /// The nested JWS whose chain it is in; `nil` for the outer one's.
    let path: String?

    var key: Key { Key(certificate: certificate.fingerprint, issuer: issuer.fingerprint) }
}

extension VerifiedPayload {
    /// The certificates under the payload and under what is signed inside it, each once, those of the outer JWS first.
    ///
    /// Anchors are trusted because configuration says so, and so is Xcode's certificate: nobody is asked about them.
    var revocationSubjects: [RevocationSubject] {
        var subjects: [RevocationSubject] = []
        for (chain, path) in chains {
            // Several anchors can lead here only as re-issues of one name and key, and the key is what signed.
            guard let anchor = chain.anchors.first, chain.certificates.count == 2 else { continue }
            let (leaf, intermediate) = (chain.certificates[0], chain.certificates[1])
            for subject in [
                RevocationSubject(certificate: leaf, issuer: intermediate, role: .leaf, path: path),
                RevocationSubject(certificate: intermediate, issuer: anchor, role: .intermediate, path: path),
            ] where !subjects.contains(where: { $0.key == subject.key }) {
                subjects.append(subject)
            }
        }
        return subjects
    }

    /// The chains with the places of their JWS, each chain once.
    private var chains: [(chain: VerifiedChain, path: String?)] {
        guard case .notification(let held) = self else { return [(chain, nil)] }
        let all: [(chain: VerifiedChain?, path: String?)] = [
            (held.notification.chain, nil), (held.transaction?.chain, "data.signedTransactionInfo"),
            (held.renewalInfo?.chain, "data.signedRenewalInfo"),
            (held.appTransaction?.chain, "appData.signedAppTransactionInfo"),
        ]
        var chains: [(chain: VerifiedChain, path: String?)] = []
        for case (let chain?, let path) in all where !chains.contains(where: { $0.chain === chain }) {
            chains.append((chain, path))
        }
        return chains
    }
}
