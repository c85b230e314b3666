internal import AppStoreModels
internal import AppStoreVerification
internal import JWS
internal import OpenSSLCrypto
internal import StoreSimulator
internal import StrictJSON
internal import Testing

/// A signer and a verifier that trusts it, for one environment.
struct SigningBench {
    static let date = SampleRecords.date
    static let first = date - 100 * SampleRecords.period
    static let last = date + 100 * SampleRecords.period

    let signer: PayloadSigner
    let verifier: SignedDataVerifier

    init(_ environment: AppStoreModels.Environment, chain: SigningChain) throws {
        let app = SampleRecords.app(environment)
        signer = PayloadSigner(PayloadWriter(app: app), chain: chain)
        verifier = try SignedDataVerifier(
            VerifierConfiguration(
                trustsBuiltInRoots: false, addedRoots: chain.isXcode ? [] : chain.anchors,
                xcodeCertificates: chain.isXcode ? chain.anchors : [],
                apps: [AppIdentity(bundleId: app.bundleId, appAppleId: app.appAppleId)], environments: [environment]))
    }

    /// Making keys is dear: the benches of a run share theirs.
    static func shared(_ environment: AppStoreModels.Environment) throws -> SigningBench {
        try SigningBench(environment, chain: environment == .xcode ? xcode.get() : appStore.get())
    }

    private static let appStore = Result { try SigningChain.appStore(name: "Bench", from: first, to: last) }
    private static let xcode = Result { try SigningChain.xcode(from: first, to: last) }

    func verify(_ jws: String) throws(VerificationFailure) -> VerifiedPayload {
        try verifier.verify(Array(jws.utf8), now: SigningBench.date)
    }

    func notification(_ jws: String) throws -> VerifiedNotification {
        guard case .notification(let notification) = try verify(jws) else { throw Unexpected() }
        return notification
    }

    struct Unexpected: Error {}
}

@Suite("Signing simulated records")
struct PayloadSignerTests {
    static let environments: [AppStoreModels.Environment] = [.production, .sandbox, .localTesting, .xcode]
    static let date = SampleRecords.date

    @Test("Every record verifies under the session's root, in every environment", arguments: environments)
    func roundTrip(_ environment: AppStoreModels.Environment) throws {
        let bench = try SigningBench.shared(environment)
        let signer = bench.signer
        guard
            case .transaction(let transaction) = try bench.verify(
                signer.sign(SampleRecords.fullTransaction, signedDate: Self.date)),
            case .renewalInfo(let renewalInfo) = try bench.verify(
                signer.sign(SampleRecords.fullRenewalInfo, signedDate: Self.date)),
            case .appTransaction(let download) = try bench.verify(
                signer.sign(SampleRecords.download, signedDate: Self.date))
        else { throw SigningBench.Unexpected() }
        #expect(
            transaction.jws.payload
                == signer.writer.bytes(of: SampleRecords.fullTransaction, signedDate: Self.date))
        #expect(
            renewalInfo.jws.payload
                == signer.writer.bytes(of: SampleRecords.fullRenewalInfo, signedDate: Self.date))
        #expect(download.jws.payload == signer.writer.bytes(of: SampleRecords.download, signedDate: Self.date))
        #expect(transaction.environment == environment && transaction.chain.isXcode == (environment == .xcode))
    }

    @Test("A notification verifies with all that is inside it", arguments: environments)
    func notifications(_ environment: AppStoreModels.Environment) throws {
        let bench = try SigningBench.shared(environment)
        let consent = SampleRecords.notification(.rescindConsent, nil, .appData(SampleRecords.download))
        let test = SampleRecords.notification(.test, nil, .data(.init()))
        let notifications = [SampleRecords.notification(), consent, test]
        let signed = try bench.signer.sign(notifications)
        #expect(signed.count == 3)
        let subscribed = try bench.notification(signed[0])
        #expect(subscribed.nestedFailure == nil)
        #expect(subscribed.transaction?.payload.transactionId == "2000001035288486")
        #expect(subscribed.renewalInfo?.payload.autoRenewStatus == .on)
        let rescinded = try bench.notification(signed[1])
        #expect(rescinded.nestedFailure == nil && rescinded.transaction == nil)
        #expect(rescinded.appTransaction?.payload.appTransactionId == SampleRecords.download.id)
        // What was inside the notifications before must not show in this one.
        let tested = try bench.notification(signed[2])
        #expect(tested.nestedFailure == nil && tested.notification.payload.data?.signedTransactionInfo == nil)
        let body = try JSONDocument(parsing: PayloadSigner.body(of: signed[0])).root
        #expect(body["signedPayload"]?.string == signed[0] && body.members.map(\.name) == ["signedPayload"])
    }

    @Test("A new leaf signs from its moment on, and what was signed before still verifies")
    func leafChange() throws {
        var chain = try SigningChain.appStore(from: SigningBench.first, to: SigningBench.last)
        try chain.changeLeaf(from: Self.date + 1500)
        #expect(throws: OpenSSLError.malformedInput("a change before the last one")) {
            try chain.changeLeaf(from: Self.date + 1500)
        }
        let bench = try SigningBench(.production, chain: chain)
        var leaves: [Certificate] = []
        for moment in [Self.date, Self.date + 1499, Self.date + 1500, Self.date + 99_999] {
            guard
                case .transaction(let verified) = try bench.verify(
                    bench.signer.sign(SampleRecords.transaction, signedDate: moment))
            else { throw SigningBench.Unexpected() }
            leaves.append(contentsOf: verified.chain.certificates.prefix(1))
        }
        #expect(leaves.count == 4 && leaves[0] == leaves[1] && leaves[2] == leaves[3] && leaves[1] != leaves[2])
        #expect(chain.anchors.count == 1)
    }

    @Test("Another installation of Xcode is one more certificate to trust")
    func xcodeChange() throws {
        var chain = try SigningChain.xcode(from: SigningBench.first, to: SigningBench.last)
        try chain.changeLeaf(from: Self.date)
        #expect(chain.anchors.count == 2)
        let bench = try SigningBench(.xcode, chain: chain)
        for moment in [Self.date - 1, Self.date] {
            _ = try bench.verify(bench.signer.sign(SampleRecords.transaction, signedDate: moment))
        }
    }

    @Test("Outside the span that its certificates were made for, data does not verify")
    func span() throws {
        let bench = try SigningBench(
            .production, chain: SigningChain.appStore(from: Self.date - 1, to: Self.date + 1))
        _ = try bench.verify(bench.signer.sign(SampleRecords.transaction, signedDate: Self.date - 1))
        _ = try bench.verify(bench.signer.sign(SampleRecords.transaction, signedDate: Self.date + 1))
        for (moment, code) in [(-2000, FailureCode.chainNotYetValid), (3000, .chainExpired)] as [(Int64, FailureCode)] {
            let jws = try bench.signer.sign(SampleRecords.transaction, signedDate: Self.date + moment)
            let failure = #expect(throws: VerificationFailure.self) { try bench.verify(jws) }
            #expect(failure?.code == code)
        }
    }

    @Test("A header is Apple's, or Xcode's")
    func headers() throws {
        func names(_ environment: AppStoreModels.Environment) throws -> ([String], JWSHeader) {
            let jws = try SigningBench.shared(environment).signer.sign(SampleRecords.transaction, signedDate: Self.date)
            let header = try CompactJWS(parsing: jws).header()
            return (header.json.root.members.map(\.name), header)
        }
        let (apple, chain) = try names(.production)
        #expect(apple == ["alg", "x5c"] && chain.x5c?.count == 3)
        let (xcode, header) = try names(.xcode)
        #expect(Set(xcode) == ["alg", "kid", "typ", "x5c"] && header.x5c?.count == 1)
        #expect(header.kid == "Apple_Xcode_Key" && header.typ == "JWT")
    }
}
