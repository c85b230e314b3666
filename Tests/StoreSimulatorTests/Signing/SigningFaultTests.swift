internal import AppStoreModels
internal import AppStoreVerification
internal import JWS
internal import OpenSSLCrypto
internal import StoreSimulator
internal import Testing

@Suite("Faults in simulated data")
struct SigningFaultTests {
    static let date = SampleRecords.date

    /// The code of the first failure, outside or inside; `nil` for what is accepted.
    static func code(_ jws: String, _ bench: SigningBench) -> (code: String?, isInside: Bool) {
        do throws(VerificationFailure) {
            guard case .notification(let notification) = try bench.verify(jws), let failure = notification.nestedFailure
            else { return (nil, false) }
            return (failure.code.rawValue, failure.path != nil)
        } catch {
            return (error.code.rawValue, error.path != nil)
        }
    }

    @Test("Each fault of a notification gives exactly its code", arguments: SigningFault.allCases)
    func notification(_ fault: SigningFault) throws {
        let bench = try SigningBench.shared(.production)
        let answer = try Self.code(bench.signer.sign(SampleRecords.notification(), fault: fault), bench)
        #expect(answer.code == fault.code && answer.isInside == fault.isOnlyInside)
    }

    @Test("Each fault of an app transaction gives exactly its code", arguments: SigningFault.allCases)
    func appTransaction(_ fault: SigningFault) throws {
        let bench = try SigningBench.shared(.production)
        let jws = try bench.signer.sign(SampleRecords.download, signedDate: Self.date, fault: fault)
        // Nothing is inside, so a fault in there is none.
        #expect(Self.code(jws, bench).code == (fault.isOnlyInside ? nil : fault.code))
    }

    @Test("Each fault of a transaction or renewal info gives its code, where it names what the fault is about")
    func parts() throws {
        let bench = try SigningBench.shared(.production)
        for fault in SigningFault.allCases where !fault.isOnlyInside {
            let transaction = try bench.signer.sign(SampleRecords.transaction, signedDate: Self.date, fault: fault)
            #expect(Self.code(transaction, bench).code == (fault == .otherAppleID ? nil : fault.code), "\(fault)")
            let renewalInfo = try bench.signer.sign(SampleRecords.renewalInfo, signedDate: Self.date, fault: fault)
            let isSilent = fault == .otherAppleID || fault == .otherApp
            #expect(Self.code(renewalInfo, bench).code == (isSilent ? nil : fault.code), "\(fault)")
        }
    }

    @Test("Containers without transactions change their app and environment too")
    func containers() throws {
        let bench = try SigningBench.shared(.production)
        let purchase = SimulatedNotification.ExternalPurchase(id: "b215", creationDate: 17)
        let summary = SimulatedNotification.Summary(
            requestIdentifier: "r", productID: "p", succeededCount: 1, failedCount: 0)
        let notifications = [
            SampleRecords.notification(.externalPurchaseToken, .created, .externalPurchaseToken(purchase)),
            SampleRecords.notification(.renewalExtension, .summary, .summary(summary)),
            SampleRecords.notification(.rescindConsent, nil, .appData(SampleRecords.download)),
            SampleRecords.notification(.test, nil, .data(.init())),
        ]
        for notification in notifications {
            #expect(try Self.code(bench.signer.sign(notification), bench).code == nil)
            for fault in [SigningFault.otherApp, .otherAppleID, .otherEnvironment] {
                let answer = try Self.code(bench.signer.sign(notification, fault: fault), bench)
                #expect(answer.code == fault.code, "\(fault) \(notification.type)")
            }
        }
    }

    @Test("A high s is really high")
    func highS() throws {
        let bench = try SigningBench.shared(.sandbox)
        for _ in 0..<8 {
            let jws = try bench.signer.sign(SampleRecords.transaction, signedDate: Self.date, fault: .highS)
            let signature = try #require(P256Signature(CompactJWS(parsing: jws).signature))
            #expect(signature.isHigh)
            _ = try bench.verify(jws)
        }
    }

    @Test("Xcode's single certificate has no chain to break, but another of the same name is not trusted")
    func xcode() throws {
        let bench = try SigningBench.shared(.xcode)
        let expected: [SigningFault: String] = [
            .wrongRoot: "chain.untrusted", .flippedPayload: "signature.invalid", .x5c4: "x5c.count", .x5c2: "x5c.count",
            .otherEnvironment: "app.environment", .algNone: "jws.alg", .nestedOtherApp: "nested.mismatch",
        ]
        for (fault, code) in expected {
            let answer = try Self.code(bench.signer.sign(SampleRecords.notification(), fault: fault), bench)
            #expect(answer.code == code, "\(fault)")
        }
        for fault in [SigningFault.swappedChain, .expiredLeaf, .noLeafMarker, .forgedChain] {
            #expect(throws: JWSError.signing(.malformedInput("fault \(fault.rawValue) in a single certificate"))) {
                try bench.signer.sign(SampleRecords.transaction, signedDate: Self.date, fault: fault)
            }
        }
    }
}
