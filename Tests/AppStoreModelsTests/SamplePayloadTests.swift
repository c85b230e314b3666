import AppStoreModels
import FoundationEssentials
import StrictJSON
import TestSupport
import Testing

/// Payloads that Apple and Xcode signed; only their shape is looked at here.
@Suite(.enabled(if: ThirdPartyVectors.folder != nil, "STOREKEEPER_VECTORS does not name a folder"))
struct SamplePayloadTests {
    private func payload(of jws: String) throws -> JSONNode {
        let segments = Array(jws.split(separator: ".", omittingEmptySubsequences: false))
        try #require(segments.count == 3)
        var text = segments[1].replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        let bytes = try #require(Data(base64Encoded: String(text)))
        return try JSONDocument(parsing: [UInt8](bytes)).root
    }

    @Test("A notification from the App Store and what it carries are known to the last member")
    func readsNotification() throws {
        let jws = try ThirdPartyVectors.text("app-store/SUBSCRIBED.RESUBSCRIBE.sandbox.jws")
        let json = try payload(of: jws)
        #expect(PayloadKind.detect(json) == .notification)
        let notification = try ResponseBodyV2DecodedPayload(json)
        #expect(notification.notificationType == .subscribed)
        #expect(notification.subtype == .resubscribe)
        #expect(notification.environment == .sandbox)
        #expect(notification.notes.isEmpty)
        #expect(notification.unknownNames.isEmpty)
        let data = try #require(notification.data)
        #expect(data.unknownNames.isEmpty)
        let transaction = try JWSTransactionDecodedPayload(payload(of: #require(data.signedTransactionInfo)))
        #expect(PayloadKind.detect(transaction.json) == .transaction)
        #expect(transaction.notes.isEmpty)
        #expect(transaction.unknownNames.isEmpty)
        #expect(transaction.priceInCurrency?.description == "5.99 AUD")
        let renewal = try JWSRenewalInfoDecodedPayload(payload(of: #require(data.signedRenewalInfo)))
        #expect(PayloadKind.detect(renewal.json) == .renewalInfo)
        #expect(renewal.notes.isEmpty)
        #expect(renewal.unknownNames.isEmpty)
        #expect(renewal.autoRenewStatus == .on)
    }

    @Test("What Xcode signs keeps its fractions of a millisecond")
    func readsXcodePayloads() throws {
        let transaction = try JWSTransactionDecodedPayload(
            payload(of: ThirdPartyVectors.text("apple-mock/xcode-signed-transaction")))
        #expect(PayloadKind.detect(transaction.json) == .transaction)
        #expect(transaction.purchaseDate?.milliseconds == 1_697_679_936_049)
        #expect(transaction.purchaseDate?.text == "1697679936049.7297")
        #expect(transaction.environment == .xcode)
        #expect(transaction.isUpgraded == false)
        #expect(transaction.notes.isEmpty)
        #expect(transaction.unknownNames.isEmpty)
        let renewal = try JWSRenewalInfoDecodedPayload(
            payload(of: ThirdPartyVectors.text("apple-mock/xcode-signed-renewal-info")))
        #expect(PayloadKind.detect(renewal.json) == .renewalInfo)
        #expect(renewal.notes.isEmpty)
        #expect(renewal.unknownNames.isEmpty)
    }
}
