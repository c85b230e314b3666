import AppStoreModels
import AppStoreVerification
import JWS
import OpenSSLCrypto
import TestSupport
import Testing

/// A receipt that is broken in one way.
struct BrokenReceipt: CustomTestStringConvertible, Sendable {
    var name: String
    var code: String
    /// Changes what goes into the receipt.
    var change: @Sendable (inout ReceiptWorkshop) throws -> Void = { _ in }
    /// Changes the finished receipt.
    var damage: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Changes what is trusted; the chain is leaf, intermediate, root.
    var trust: @Sendable (inout VerifierConfiguration, [Certificate]) throws -> Void = { _, _ in }
    var requiresPurchase = false
    var now = SampleReceipt.creationDate

    var testDescription: String { "\(code): \(name)" }

    func verdict() throws -> (code: String?, checks: [VerificationCheck]) {
        var workshop = try ReceiptWorkshop()
        try change(&workshop)
        let chain = try workshop.chain()
        let receipt = damage(try workshop.receipt(under: chain))
        var configuration = VerifierConfiguration(
            trustsBuiltInRoots: false, addedRoots: [chain[2]],
            apps: [AppIdentity(bundleId: SampleReceipt.bundleId, appAppleId: 1)])
        try trust(&configuration, chain)
        let verifier = try SignedDataVerifier(configuration)
        let input = ReceiptInput(assuming: receipt[...])
        let checks = verifier.explainReceipt(input, requiresPurchase: requiresPurchase, now: now)
        do throws(VerificationFailure) {
            _ = try verifier.verifyReceipt(receipt, requiresPurchase: requiresPurchase, now: now)
            return (nil, checks)
        } catch {
            #expect(error.expected?.isEmpty == false && error.message.first?.isUppercase == false)
            #expect((error.got?.utf8.count ?? 0) < 2000)
            return (error.code.rawValue, checks)
        }
    }
}

@Suite("Receipts that are broken in one way")
struct BrokenReceiptTests {
    @Test("Each is refused with its code, by verdict and by explanation", arguments: BrokenReceipt.all)
    func refused(_ broken: BrokenReceipt) throws {
        let (code, checks) = try broken.verdict()
        #expect(code == broken.code)
        #expect(checks.first { $0.result == .failed }?.code.rawValue == broken.code)
        #expect(Set(checks.map(\.code)).count == checks.count)
    }

    @Test("Every code of receipts has a receipt, and names are unique")
    func coverage() {
        let codes = Set(BrokenReceipt.all.map(\.code))
        #expect(FailureCode.all.filter { $0.stage == "receipt" && !codes.contains($0.rawValue) } == [])
        #expect(Set(BrokenReceipt.all.map(\.name)).count == BrokenReceipt.all.count)
    }

    @Test("Unbroken, the same receipt is accepted")
    func unbroken() throws {
        let (code, checks) = try BrokenReceipt(name: "", code: "").verdict()
        #expect(code == nil && !checks.contains { $0.result == .failed })
    }
}
