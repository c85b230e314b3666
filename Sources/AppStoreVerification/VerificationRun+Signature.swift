internal import AppStoreModels
internal import JWS
internal import OpenSSLCrypto
internal import StrictJSON

extension VerificationRun {
    /// From bytes to an object that is known to be signed under a trusted chain.
    mutating func openSigned(_ bytes: [UInt8]) throws(VerificationFailure) -> SignedObject {
        let limit = configuration.maximumBytes
        try ladder.climb([.inputEmpty, .inputTooLarge]) { () throws(VerificationFailure) in
            if bytes.isEmpty {
                throw VerificationFailure(
                    .inputEmpty, "there is nothing to verify", expected: "a JWS in compact serialization",
                    hint: "give the JWS as an argument, a file or standard input")
            }
            guard bytes.count <= limit else {
                throw VerificationFailure(
                    .inputTooLarge, "the input is too large", expected: "at most \(limit) bytes",
                    got: "\(bytes.count) bytes")
            }
        }
        let jws = try ladder.climb([.jwsSegments, .jwsBase64URL]) { () throws(VerificationFailure) in
            do throws(JWSError) { return try CompactJWS(parsing: bytes) } catch { throw VerificationFailure(error) }
        }
        let cached = ladder.isExplaining ? nil : verifier.cache.chain(for: jws.headerSegment)
        let chain: VerifiedChain
        if let cached { chain = cached } else { chain = try judgeChain(of: jws) }
        switch configuration.clock {
        case .signedDate: break
        case .now: try ChainPolicy.judgeDates(of: chain, at: now, clock: "now", ladder: &ladder)
        case .instant(let time): try ChainPolicy.judgeDates(of: chain, at: time, clock: "given", ladder: &ladder)
        }
        try judgeSignature(of: jws, by: chain.leafKey)
        if cached == nil, !ladder.isExplaining { verifier.cache.insert(chain, for: jws.headerSegment) }
        let json = try ladder.climb([.payloadJSON]) { () throws(VerificationFailure) in
            try VerificationRun.object(in: jws.payload)
        }
        return SignedObject(jws: jws, chain: chain, json: json)
    }

    private mutating func judgeSignature(
        of jws: CompactJWS, by key: P256PublicKey
    ) throws(VerificationFailure) {
        var failure: VerificationFailure?
        do {
            try ES256.verify(message: jws.signingInput, signature: jws.signature, key: key)
        } catch {
            failure = VerificationFailure(error)
        }
        for code in [FailureCode.signatureForm, .signatureInvalid] {
            guard let failure, failure.code == code else {
                ladder.pass(code)
                continue
            }
            return try ladder.require(false, or: failure)
        }
    }

    private static func object(in payload: [UInt8]) throws(VerificationFailure) -> JSONNode {
        let expected = "one JSON object in UTF-8, without duplicate names"
        let root: JSONNode
        do throws(JSONError) { root = try JSONDocument(parsing: payload).root } catch {
            throw VerificationFailure(
                .payloadJSON, "the payload is not acceptable JSON", expected: expected, got: error.description)
        }
        guard root.kind == .object else {
            throw VerificationFailure(
                .payloadJSON, "the payload is not a JSON object", expected: expected, got: root.kind.rawValue)
        }
        return root
    }

    /// Decodes the header and judges its certificates, all but their dates.
    private mutating func judgeChain(of jws: CompactJWS) throws(VerificationFailure) -> VerifiedChain {
        // A header may also turn out not to be base64url, or to hold something else than certificates as x5c.
        let header = try ladder.climb([.jwsHeader, .jwsAlgorithm, .jwsCritical]) { () throws(VerificationFailure) in
            do throws(JWSError) { return try jws.header() } catch { throw VerificationFailure(error) }
        }
        let takesXcode = !verifier.anchors.xcode.isEmpty
        let encoded = try ladder.climb([.x5cMissing, .x5cCount]) { () throws(VerificationFailure) in
            try ChainPolicy.entries(of: header, takesXcode: takesXcode)
        }
        let der = try ladder.climb([.x5cBase64]) { () throws(VerificationFailure) in
            try ChainPolicy.decode(encoded)
        }
        if !ladder.isExplaining, der.count == 3, let known = verifier.cache.chain(ofCertificates: Array(der.prefix(2)))
        {
            _ = try ChainPolicy.parse([der[2]], firstIndex: 2)
            return known
        }
        let certificates = try ladder.climb([.x5cDER]) { () throws(VerificationFailure) in
            try ChainPolicy.parse(der, firstIndex: 0)
        }
        if certificates.count == 1 {
            return try ChainPolicy.judgeXcode(certificates[0], trusted: verifier.anchors.xcode, ladder: &ladder)
        }
        return try ChainPolicy.judgeAppStore(
            leaf: certificates[0], intermediate: certificates[1], anchors: verifier.anchors.anchors, ladder: &ladder)
    }
}
