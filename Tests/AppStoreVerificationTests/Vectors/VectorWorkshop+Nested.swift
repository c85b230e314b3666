import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `nested`: what is signed inside a notification passes the same door, and agrees with what is around it.
extension VectorWorkshop {
    private static let transactionPath = "data.signedTransactionInfo"
    private static let renewalPath = "data.signedRenewalInfo"
    private static let appPath = "appData.signedAppTransactionInfo"

    func nested() throws -> VectorFile {
        var file = file(
            "nested/nested.json",
            "Payloads inside a notification: each verified, each agreeing with the notification and the others.")
        let transaction = SamplePayload.transaction()
        let renewal = SamplePayload.renewalInfo()
        let signedTransaction = try chain.sign(transaction)
        let signedRenewal = try chain.sign(renewal)
        func notification(_ transaction: String?, _ renewal: String?, data: JSONValue = [:]) throws -> String {
            var inside = data
            inside["signedTransactionInfo"] = transaction.map { .string($0) }
            inside["signedRenewalInfo"] = renewal.map { .string($0) }
            return try chain.sign(SamplePayload.notification("SUBSCRIBED", ["subtype": "INITIAL_BUY"], data: inside))
        }
        func refuse(_ code: String, _ name: String, _ comment: String, transaction jws: String) throws {
            file.refuse(code, name, comment, try notification(jws, signedRenewal), path: VectorWorkshop.transactionPath)
        }
        func refuse(_ code: String, _ name: String, _ comment: String, renewal jws: String) throws {
            file.refuse(code, name, comment, try notification(signedTransaction, jws), path: VectorWorkshop.renewalPath)
        }

        file.accept(
            "valid", "transaction and renewal info inside", try notification(signedTransaction, signedRenewal),
            as: "notification")
        file.accept(
            "transaction-alone", "a transaction alone", try notification(signedTransaction, nil), as: "notification")
        file.accept("renewal-alone", "renewal info alone", try notification(nil, signedRenewal), as: "notification")
        file.accept("neither", "nothing inside", try notification(nil, nil), as: "notification")
        file.accept(
            "undated", "a transaction without a date goes by the notification's",
            try notification(chain.sign(transaction.replacing(["signedDate": .null])), signedRenewal),
            as: "notification", at: (ChainRecipe.notAfter + 1) * 1000)
        let other = try recipe.with {
            $0.leafKey = .p256(keys.foreignLeaf); $0.payloadKey = keys.foreignLeaf
        }.issue(under: chain.root)
        file.accept(
            "two-leaves", "the transaction is signed under another leaf of the same root",
            try notification(other.sign(transaction), signedRenewal), as: "notification")

        // Disagreement.
        try refuse(
            "nested.mismatch", "transaction-environment",
            "the transaction is from Production, the notification from Sandbox",
            transaction: chain.sign(SamplePayload.transaction(environment: "Production")))
        try refuse(
            "nested.mismatch", "transaction-bundle-id", "the transaction is another app's",
            transaction: chain.sign(transaction.replacing(["bundleId": "com.example.other"])))
        try refuse(
            "nested.mismatch", "transaction-bundle-id-capitals", "the transaction's bundle id is in capitals",
            transaction: chain.sign(transaction.replacing(["bundleId": "com.example.APP"])))
        try refuse(
            "nested.mismatch", "transaction-without-app", "the transaction names no app",
            transaction: chain.sign(transaction.replacing(["bundleId": .null])))
        try refuse(
            "nested.mismatch", "transaction-without-environment", "the transaction names no environment",
            transaction: chain.sign(transaction.replacing(["environment": .null])))
        try refuse(
            "nested.mismatch", "renewal-without-environment", "the renewal info names no environment",
            renewal: chain.sign(renewal.replacing(["environment": .null])))
        file.refuse(
            "nested.mismatch", "notification-without-app", "the notification names no app, but the transaction does",
            try notification(signedTransaction, signedRenewal, data: ["bundleId": .null]),
            path: VectorWorkshop.transactionPath)
        file.accept(
            "no-app-anywhere", "neither names an app, and any is accepted",
            try notification(
                chain.sign(transaction.replacing(["bundleId": .null])), signedRenewal, data: ["bundleId": .null]),
            as: "notification")
        try refuse(
            "nested.mismatch", "renewal-environment",
            "the renewal info is from Production, the notification from Sandbox",
            renewal: chain.sign(SamplePayload.renewalInfo(environment: "Production")))
        try refuse(
            "nested.mismatch", "renewal-line", "the renewal info is about another line than the transaction",
            renewal: chain.sign(renewal.replacing(["originalTransactionId": "2000000900000002"])))
        let appData: JSONValue = [
            "bundleId": .string(SamplePayload.bundleId), "appAppleId": .integer(SamplePayload.appAppleId),
            "environment": "Sandbox",
        ]
        func consent(_ jws: String, appData: JSONValue = appData) throws -> String {
            try chain.sign(
                SamplePayload.notification("RESCIND_CONSENT").replacing([
                    "data": .null, "appData": appData.replacing(["signedAppTransactionInfo": .string(jws)]),
                ]))
        }
        let app = SamplePayload.appTransaction()
        file.accept("app-transaction", "an app transaction inside", try consent(chain.sign(app)), as: "notification")
        for (name, comment, changes) in [
            ("apple-id", "the app transaction names another Apple id", ["appAppleId": 1] as JSONValue),
            ("bundle-id", "the app transaction is another app's", ["bundleId": "com.example.other"]),
            ("environment", "the app transaction is from Production", ["receiptType": "Production"]),
        ] {
            file.refuse(
                "nested.mismatch", "app-transaction-\(name)", comment, try consent(chain.sign(app.replacing(changes))),
                path: VectorWorkshop.appPath)
        }
        file.refuse(
            "signature.invalid", "app-transaction-signature", "the app transaction's signature is another's",
            try consent(withOtherSignature(chain.sign(app))), path: VectorWorkshop.appPath)

        // The same door.
        try refuse(
            "signature.invalid", "transaction-signature", "the transaction's signature is another's",
            transaction: withOtherSignature(signedTransaction))
        try refuse(
            "signature.invalid", "renewal-signature", "the renewal info's signature is another's",
            renewal: withOtherSignature(signedRenewal))
        try refuse(
            "signature.form", "transaction-signature-short", "the transaction's signature has 63 bytes",
            transaction: String(signedTransaction.dropLast(2)))
        try refuse(
            "jws.alg", "transaction-alg-none", "the transaction's alg is none",
            transaction: chain.sign(transaction, header: ["alg": "none"]))
        try refuse(
            "jws.segments", "transaction-unsecured", "the transaction has no signature",
            transaction: String(
                signedTransaction.prefix { _ in true }.split(separator: ".").dropLast().joined(separator: ".")) + ".")
        try refuse(
            "jws.base64url", "transaction-line-break", "a line break after the transaction",
            transaction: signedTransaction + "\n")
        try refuse(
            "jws.header", "transaction-header", "the transaction's header is not an object",
            transaction: chain.sign(transaction, headerText: Array("[]".utf8)))
        try refuse(
            "jws.crit", "renewal-crit", "the renewal info's header demands extensions",
            renewal: chain.sign(renewal, header: ["crit": ["exp"]]))
        try refuse("input.empty", "transaction-empty", "the transaction is an empty text", transaction: "")
        try refuse(
            "x5c.missing", "renewal-x5c", "the renewal info's header has no certificates",
            renewal: chain.sign(renewal, headerText: Array(#"{"alg":"ES256"}"#.utf8)))
        try refuse(
            "x5c.count", "renewal-two", "the renewal info's header has two certificates",
            renewal: chain.sign(renewal, x5c: Array(chain.entries[..<2])))
        try refuse(
            "chain.untrusted", "transaction-foreign", "the transaction is signed under a root that nobody trusts",
            transaction: foreign("Somebody else").issue().sign(transaction))
        try refuse(
            "chain.signature", "transaction-forged", "the transaction is signed under look-alikes",
            transaction: foreign("Vectors").issue().sign(transaction))
        try refuse(
            "chain.leaf_marker", "renewal-marker", "the renewal info's leaf has no marker",
            renewal: recipe.with { $0.leaf.extensions = [] }.issue(under: chain.root).sign(renewal))
        try refuse(
            "chain.expired", "transaction-expired", "the transaction is dated after the chain's end",
            transaction: chain.sign(transaction.replacing(["signedDate": .integer((ChainRecipe.notAfter + 1) * 1000)])))
        try refuse(
            "payload.json", "transaction-duplicate-name", "a name stands twice in the transaction",
            transaction: chain.sign(bytes: JSONWriter().bytes(transaction).dropLast() + Array(#","quantity":1}"#.utf8)))
        try refuse(
            "payload.schema", "transaction-schema", "a claim of the transaction cannot be accepted",
            transaction: chain.sign(transaction.replacing(["expiresDate": "soon"])))
        try refuse(
            "payload.kind", "renewal-as-transaction", "renewal info where a transaction belongs",
            transaction: signedRenewal)
        try refuse(
            "payload.kind", "transaction-as-renewal", "a transaction where renewal info belongs",
            renewal: signedTransaction)
        try refuse(
            "payload.kind", "notification-as-transaction", "a notification where a transaction belongs",
            transaction: chain.sign(SamplePayload.notification("TEST")))
        try refuse(
            "payload.kind", "unknown-as-transaction", "an object of no known kind where a transaction belongs",
            transaction: chain.sign(["hello": "world"]))
        file.refuse(
            "signature.invalid", "both-wrong", "both are wrong: the transaction is told first",
            try notification(withOtherSignature(signedTransaction), "x.y.z"), path: VectorWorkshop.transactionPath)

        // The outer one comes first.
        file.refuse(
            "signature.invalid", "outer-signature",
            "the notification's signature is another's, what is inside is sound",
            try withOtherSignature(notification(signedTransaction, signedRenewal)))
        file.refuse(
            "app.environment", "outer-environment", "all three are from Sandbox, where Production alone is enabled",
            try notification(signedTransaction, signedRenewal), trust: trust.with { $0.environments = ["Production"] })
        file.refuse(
            "app.bundle_id", "outer-app", "all three are another app's",
            try notification(signedTransaction, signedRenewal),
            trust: trust.with { $0.apps = ["com.example.other"] })
        return file
    }

    private func withOtherSignature(_ jws: String) throws -> String {
        let parts = jws.split(separator: ".")
        let other = try chain.sign(["other": true]).split(separator: ".")
        return "\(parts[0]).\(parts[1]).\(other[2])"
    }

    /// Xcode's data is trusted by the one certificate that was exported, and is never anything else's.
    func xcode() throws -> VectorFile {
        var file = file(
            "apps/xcode.json", "Xcode signs with one certificate of its own, which must be configured byte for byte.")
        let certificate = try XcodeSigner.certificate(keys.xcode)
        let signer = XcodeSigner(certificate: certificate, key: keys.xcode)
        let xcodeTrust = trust.with {
            $0.xcodeCertificates = [certificate.der]
            $0.environments = ["Sandbox", "Xcode"]
        }
        let transaction = SamplePayload.transaction(environment: "Xcode")
        let jws = try signer.sign(transaction)
        file.accept("transaction", "a transaction", jws, trust: xcodeTrust)
        file.accept(
            "renewal-info", "renewal info", try signer.sign(SamplePayload.renewalInfo(environment: "Xcode")),
            as: "renewal-info", trust: xcodeTrust)
        file.accept(
            "app-transaction-no-environment", "an app transaction without environment: the certificate says it",
            try signer.sign(SamplePayload.appTransaction(["receiptType": .null])), as: "app-transaction",
            trust: xcodeTrust)
        file.accept(
            "fractional-dates", "dates with fractions",
            try signer.sign(transaction.replacing(["signedDate": .number(fractionalDate())])), trust: xcodeTrust)
        file.accept(
            "app-store-beside", "App Store data is accepted beside it", try chain.sign(payload), trust: xcodeTrust)
        file.refuse("x5c.count", "not-configured", "no certificate of Xcode's is configured", jws)
        let stranger = try XcodeSigner.certificate(keys.foreignXcode)
        file.refuse(
            "chain.untrusted", "other-certificate", "the certificate of another Xcode is configured", jws,
            trust: xcodeTrust.with { $0.xcodeCertificates = [stranger.der] })
        file.accept(
            "second-certificate", "two certificates are configured", jws,
            trust: xcodeTrust.with { $0.xcodeCertificates = [stranger.der, certificate.der] })
        file.refuse(
            "chain.untrusted", "reissued-certificate", "another certificate of the same name and key is configured",
            jws,
            trust: xcodeTrust.with {
                $0.xcodeCertificates = [(try? XcodeSigner.certificate(keys.xcode).der) ?? []]
            })
        file.refuse(
            "chain.untrusted", "app-store-leaf-alone", "an App Store leaf alone",
            try chain.sign(transaction, x5c: Array(chain.entries[..<1])), trust: xcodeTrust)
        file.refuse(
            "x5c.count", "two-certificates", "the certificate twice",
            try signer.sign(transaction, x5c: [certificate, certificate]), trust: xcodeTrust)
        file.refuse(
            "chain.untrusted", "three-certificates", "the certificate three times is no path",
            try signer.sign(transaction, x5c: [certificate, certificate, certificate]), trust: xcodeTrust)
        file.refuse(
            "signature.invalid", "signature", "the signature is another's", try withOtherSignature(jws),
            trust: xcodeTrust)
        file.refuse(
            "signature.invalid", "key", "signed with another key under the certificate",
            try XcodeSigner(certificate: certificate, key: keys.foreignXcode).sign(transaction), trust: xcodeTrust)
        for environment in ["Production", "Sandbox", "LocalTesting"] {
            file.refuse(
                "app.environment", "says-\(environment)", "Xcode signed data that says \(environment)",
                try signer.sign(SamplePayload.transaction(environment: environment)),
                trust: xcodeTrust.with { $0.environments = ["Production", "Sandbox", "Xcode", "LocalTesting"] })
        }
        file.refuse(
            "app.environment", "app-store-says-xcode", "an App Store chain whose data says Xcode",
            try chain.sign(transaction), trust: xcodeTrust)
        file.refuse(
            "app.bundle_id", "other-app", "another app", jws, trust: xcodeTrust.with { $0.apps = ["com.example.other"] }
        )
        file.refuse(
            "chain.expired", "expired", "signed after the certificate's end",
            try signer.sign(transaction.replacing(["signedDate": .integer((ChainRecipe.notAfter + 1) * 1000)])),
            trust: xcodeTrust)
        file.refuse(
            "chain.not_yet_valid", "too-early", "signed before the certificate's beginning",
            try signer.sign(transaction.replacing(["signedDate": 0])), trust: xcodeTrust)

        // Two installations are two worlds: their ids both begin at 0.
        let other = XcodeSigner(certificate: stranger, key: keys.foreignXcode)
        let both = xcodeTrust.with { $0.xcodeCertificates = [stranger.der, certificate.der] }
        func notification(_ inside: String) -> JSONValue {
            SamplePayload.notification(data: ["signedTransactionInfo": .string(inside)], environment: "Xcode")
        }
        file.accept(
            "notification", "a notification and what is inside, by one Xcode", try signer.sign(notification(jws)),
            as: "notification", trust: both)
        file.refuse(
            "nested.mismatch", "two-installations", "a transaction of one Xcode in a notification of another",
            try other.sign(notification(jws)), path: VectorWorkshop.transactionPath, trust: both)
        file.refuse(
            "nested.mismatch", "app-store-inside", "an App Store transaction in a notification of Xcode's",
            try signer.sign(notification(chain.sign(SamplePayload.transaction(["environment": .null])))),
            path: VectorWorkshop.transactionPath, trust: both)
        return file
    }

    private func fractionalDate() throws -> JSONNumber {
        guard let number = JSONNumber(text: "\(SamplePayload.signedDate).7297") else {
            throw VerificationVector.FormatError("no number")
        }
        return number
    }
}

/// Signs as Xcode does: one self-signed certificate, a kid and a typ.
struct XcodeSigner {
    let certificate: Certificate
    let key: P256PrivateKey

    /// A certificate shaped like Xcode's.
    static func certificate(_ key: P256PrivateKey) throws -> Certificate {
        var template = CertificateTemplate(
            subject: DistinguishedName(
                commonName: "Worthless StoreKit Testing in Xcode", organization: "Worthless StoreKit Testing in Xcode"),
            notBefore: ChainRecipe.notBefore, notAfter: ChainRecipe.notAfter,
            basicConstraints: BasicConstraints(isCA: true, pathLength: 0), keyUsage: .digitalSignature)
        template.digest = .sha256
        template.serialNumber = [1]
        return try template.selfSigned(with: .p256(key))
    }

    func sign(_ payload: JSONValue, x5c: [Certificate]? = nil) throws -> String {
        let entries = (x5c ?? [certificate]).map { IssuedChain.entry($0.der) }
        return try JWSSigner(
            key: key, header: ["kid": "Apple_Xcode_Key", "typ": "JWT", "alg": "ES256", "x5c": .array(entries)]
        ).sign(payload: JSONWriter().bytes(payload))
    }
}
