extension FailureCode {
    /// What the check asks, in a few words.
    public var title: String { FailureCode.titles[self] ?? rawValue }

    private static let titles: [FailureCode: String] = [
        inputEmpty: "there is an input",
        inputTooLarge: "the input is within the limit",
        jwsSegments: "3 segments",
        jwsBase64URL: "strict base64url",
        jwsHeader: "header is one JSON object",
        jwsAlgorithm: "alg is ES256",
        jwsCritical: "no crit",
        x5cMissing: "x5c is there",
        x5cCount: "x5c has as many certificates as it must",
        x5cBase64: "certificates are base64",
        x5cDER: "certificates are whole DER",
        chainUntrusted: "path leads to a trusted anchor by name",
        chainSignature: "every link is signed by the next key",
        chainNotCA: "issuers are certificate authorities",
        chainPathLength: "path length and name constraints hold",
        chainLeafIsCA: "leaf is no certificate authority",
        chainKeyType: "keys and algorithms are ECDSA P-256 or P-384",
        chainKeyUsage: "key usage allows it",
        chainCriticalExtension: "no unknown critical extension",
        chainVersion: "certificates are version 3",
        chainLeafMarker: "leaf marker 1.2.840.113635.100.6.11.1",
        chainIntermediateMarker: "intermediate marker 1.2.840.113635.100.6.2.1",
        signatureForm: "signature is 64 bytes r||s in range",
        signatureInvalid: "signature is the leaf key's",
        payloadJSON: "payload is one strict JSON object",
        payloadSchema: "claims have their types",
        payloadKind: "payload is of the kind asked for",
        chainNotYetValid: "certificates had begun at the chosen time",
        chainExpired: "certificates had not ended at the chosen time",
        appBundleID: "bundle id is a configured app's",
        appAppleID: "Apple id is that app's",
        appEnvironment: "environment is enabled",
        nestedMismatch: "agrees with the payload around it",
        revocationRevoked: "no certificate was revoked",
        revocationUnknown: "responders answer for every certificate",
        receiptForm: "signed data in PKCS#7 with one signer",
        receiptXcode: "not from Xcode, or by a configured certificate",
        receiptUntrusted: "signer is trusted to sign receipts",
        receiptSignature: "signature is the signer's",
        receiptAttributes: "attributes are whole and have their types",
        receiptExpired: "certificates were valid when it was made",
        receiptNoPurchase: "holds an in-app purchase",
    ]

    /// The rungs that a signed payload climbs, in the order of their codes.
    static let ladder: [FailureCode] = all.filter {
        titles[$0] != nil && $0 != nestedMismatch && !["receipt", "revocation"].contains($0.stage)
    }

    /// The rungs that a receipt climbs, in the order in which they are judged.
    static let receiptLadder: [FailureCode] = [
        inputEmpty, inputTooLarge, receiptForm, receiptXcode, receiptUntrusted, receiptSignature, receiptAttributes,
        receiptExpired, appBundleID, appEnvironment, receiptNoPurchase,
    ]

    /// Where the check stands among all; those of any other code stand behind them.
    var position: Int { FailureCode.all.firstIndex(of: self) ?? FailureCode.all.count }

    /// Where the check stands when it is run: dates whose clock is not signed are judged with the chain.
    func position(under clock: ValidationClock) -> Int {
        guard clock != .signedDate, self == .chainNotYetValid || self == .chainExpired else { return 3 * position }
        // Between the last check of the chain and the first of the signature, in their own order.
        return 3 * FailureCode.signatureForm.position - (self == .chainNotYetValid ? 2 : 1)
    }
}
