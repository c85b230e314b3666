import AppStoreModels
import AppStoreVerification
import JWS
import OpenSSLCrypto
import TestSupport
import Testing

@Suite("Receipts that verify")
struct ReceiptFormTests {
    /// A way to write a receipt.
    struct Form: CustomTestStringConvertible, Sendable {
        var digest: SignatureDigest
        var isIndefinite: Bool
        var hasSignedAttributes: Bool
        var purchases: Int

        var testDescription: String {
            "\(digest) \(isIndefinite ? "BER" : "DER")\(hasSignedAttributes ? " with signed attributes" : ""), "
                + "\(purchases) purchases"
        }

        static let all = [SignatureDigest.sha1, .sha256].flatMap { digest in
            [false, true].flatMap { isIndefinite in
                [false, true].flatMap { hasSignedAttributes in
                    [0, 1, 3].map { purchases in
                        Form(
                            digest: digest, isIndefinite: isIndefinite, hasSignedAttributes: hasSignedAttributes,
                            purchases: purchases)
                    }
                }
            }
        }

        func make() throws -> (receipt: [UInt8], root: Certificate) {
            var workshop = try ReceiptWorkshop()
            workshop.setDigest(digest)
            workshop.sample = SampleReceipt(purchases: purchases)
            workshop.message = { [self] message in
                message.isIndefinite = isIndefinite
                message.hasSignedAttributes = hasSignedAttributes
            }
            let chain = try workshop.chain()
            return (try workshop.receipt(under: chain), chain[2])
        }
    }

    static func verifier(
        _ root: Certificate, _ change: (inout VerifierConfiguration) -> Void = { _ in }
    ) throws -> SignedDataVerifier {
        var configuration = VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [root])
        change(&configuration)
        return try SignedDataVerifier(configuration)
    }

    @Test("Each form verifies, and says what was signed", arguments: Form.all)
    func forms(_ form: Form) throws {
        let (receipt, root) = try form.make()
        // The length is left open in BER.
        #expect((receipt[1] == 0x80) == form.isIndefinite)
        let verifier = try Self.verifier(root)
        let verified = try verifier.verifyReceipt(receipt, now: SampleReceipt.creationDate)
        #expect(verified.digest == form.digest)
        #expect(verified.container == receipt)
        #expect(verified.environment == .sandbox)
        #expect(verified.anchors == [root] && verified.leadsToAddedRoot && !verified.isXcode)
        #expect(verified.certificates.count == 2)
        #expect(verified.receipt.inApp.count == form.purchases)
        #expect(verified.receipt.bundleId == SampleReceipt.bundleId)
        let checks = verifier.explainReceipt(
            ReceiptInput(assuming: receipt[...]), now: SampleReceipt.creationDate)
        #expect(
            checks.filter { $0.result == .passed }.map(\.code.rawValue) == [
                "input.empty", "input.too_large", "receipt.form", "receipt.xcode", "receipt.untrusted",
                "receipt.signature",
                "receipt.attributes", "receipt.expired", "app.environment",
            ])
        #expect(checks.filter { $0.result == .failed || $0.result == .notReached } == [])
    }

    @Test("However the bytes are spelled, the receipt is the same")
    func spellings() throws {
        let (receipt, root) = try Form(digest: .sha256, isIndefinite: false, hasSignedAttributes: false, purchases: 1)
            .make()
        let verifier = try Self.verifier(root)
        let once = Base64.encode(receipt)
        let twice = Base64.encode(Array(once.utf8))
        var wrapped = ""
        for (place, character) in once.enumerated() {
            wrapped.append(character)
            if place % 64 == 63 { wrapped += "\r\n" }
        }
        let unpadded = once.replacing("=", with: "")
        let spellings: [(String, Int)] = [
            (once, 1), (" \(once)\n", 1), (wrapped, 1), (unpadded, 1),
            (once.replacing("+", with: "-").replacing("/", with: "_"), 1), (twice, 2),
            (Base64.encode(Array(twice.utf8)), 3),
            ("-----BEGIN PKCS7-----\n\(wrapped)\n-----END PKCS7-----\n", 1),
        ]
        for (text, layers) in spellings {
            let bytes = Array(text.utf8)
            let input = try #require(ReceiptInput(recognizing: bytes[...]))
            #expect(input.layers == layers && input.form == .container && input.bytes == receipt)
            #expect(try verifier.verifyReceipt(bytes, now: 0).receipt.inApp.count == 1)
        }
        let object = Array("{\"receipt-data\": \"\(once)\", \"password\": \"x\"}".utf8)
        let input = try #require(ReceiptInput(recognizing: object[...]))
        #expect(input.bytes == receipt)
        // A JSON object is a request, not a receipt.
        #expect(throws: VerificationFailure.self) { try verifier.verifyReceipt(object, now: 0) }
        let jws = try TestSigner.shared().sign(SamplePayload.transaction())
        for other in ["", "hello", jws, "{\"signedPayload\":\"\(jws)\"}", String(repeating: "A", count: 4000)] {
            #expect(ReceiptInput(recognizing: Array(other.utf8)[...]) == nil)
        }
    }

    @Test("A receipt in its bytes may end in what would be white space in a text")
    func lastByte() throws {
        var workshop = try ReceiptWorkshop()
        let chain = try workshop.chain()
        let verifier = try Self.verifier(chain[2])
        var receipt: [UInt8] = []
        var number: Int64 = 0
        while ![0x20, 0x09, 0x0A, 0x0D].contains(receipt.last) {
            workshop.sample.set(9999, DERWriter.integer(number))
            receipt = try workshop.receipt(under: chain)
            number += 1
        }
        #expect(ReceiptInput(recognizing: receipt[...])?.bytes == receipt)
        #expect(try verifier.verifyReceipt(receipt, now: 0).container == receipt)
    }

    @Test("Every attribute is read, and unknown ones are kept")
    func attributes() throws {
        let (receipt, root) = try Form(digest: .sha256, isIndefinite: true, hasSignedAttributes: false, purchases: 2)
            .make()
        let read = try Self.verifier(root).verifyReceipt(receipt, now: 0).receipt
        #expect(read.receiptType == "ProductionSandbox" && read.environment == .sandbox)
        #expect(read.applicationVersion == "1.2.3" && read.originalApplicationVersion == "1.0")
        #expect(read.receiptCreationDate.milliseconds == SampleReceipt.creationDate)
        #expect(read.originalPurchaseDate?.description == "2013-08-01T07:00:00.000Z")
        #expect(read.expirationDate == nil)
        #expect(read.otherAttributes.map(\.type) == [1, 8, 9999])
        #expect(read.otherAttributes.last?.value == [1, 2, 3] && read.otherAttributes.last?.version == 1)
        let purchase = try #require(read.inApp.last)
        #expect(purchase.quantity == 1 && purchase.productId == "com.example.app.pro.monthly")
        #expect(purchase.transactionId == "2000000900000002" && purchase.originalTransactionId == "2000000900000001")
        #expect(purchase.purchaseDate?.description == "2026-05-11T12:00:00.000Z")
        #expect(purchase.originalPurchaseDate?.description == "2026-05-10T12:00:00.000Z")
        #expect(purchase.expiresDate?.description == "2026-06-11T12:00:00.000Z")
        #expect(purchase.webOrderLineItemId == "2000000000000017" && purchase.isInIntroOfferPeriod == true)
        #expect(purchase.cancellationDate == nil)
        #expect(purchase.otherAttributes.map(\.type) == [1713])
    }

    @Test("The device's hash is compared")
    func device() throws {
        let (receipt, root) = try Form(digest: .sha256, isIndefinite: false, hasSignedAttributes: false, purchases: 0)
            .make()
        let read = try Self.verifier(root).verifyReceipt(receipt, now: 0).receipt
        #expect(read.isForDevice(SampleReceipt.device))
        #expect(!read.isForDevice(Array(SampleReceipt.device.dropLast())) && !read.isForDevice([]))
        #expect(!read.isForDevice(SampleReceipt.device.reversed()))
    }

    @Test("What Xcode signs verifies under its exported certificate alone, with an RSA key or one on P-256")
    func xcode() throws {
        let keys: [CertificateKey] = [.rsa(try ReceiptWorkshop.keys().leaf), .p256(try P256PrivateKey())]
        for key in keys {
            var workshop = try ReceiptWorkshop()
            workshop.leafKey = key
            workshop.isLeafSelfSigned = true
            workshop.included = [0]
            workshop.message = { $0.isIndefinite = true }
            workshop.sample.set(0, DERWriter.utf8("Xcode"))
            workshop.sample.set(12, DERWriter.ia5("2026-06-01T08:00:00+0800"))
            workshop.sample.set(21, DERWriter.ia5("4001-01-01T08:00:00+0800"))
            workshop.sample.purchases[0].removeAll { $0.type == 1705 }
            let chain = try workshop.chain()
            let receipt = try workshop.receipt(under: chain)
            let verifier = try Self.verifier(chain[2]) {
                $0.xcodeCertificates = [chain[0]]
                $0.environments = [.xcode]
            }
            let verified = try verifier.verifyReceipt(receipt, now: SampleReceipt.creationDate)
            #expect(verified.isXcode && verified.environment == .xcode && verified.anchors == [])
            #expect(verified.receipt.receiptCreationDate.milliseconds == SampleReceipt.creationDate)
            #expect(verified.receipt.inApp.first?.originalTransactionId == nil)
        }
    }

    @Test("The certificates may have ended since, and stand in any order")
    func old() throws {
        var workshop = try ReceiptWorkshop()
        let created = SampleReceipt.creationDate / 1000
        workshop.leaf.notAfter = created
        workshop.intermediate.notBefore = created
        let chain = try workshop.chain()
        let other = try ReceiptWorkshop().intermediate.selfSigned(with: workshop.leafKey)
        // A certificate of the intermediate's name that did not sign the leaf stands before it.
        workshop.further = [chain[2], other]
        workshop.included = [0, 1]
        let receipt = try workshop.receipt(under: chain)
        let verifier = try Self.verifier(chain[2])
        #expect(try verifier.verifyReceipt(receipt, now: .max).environment == .sandbox)
    }
}
