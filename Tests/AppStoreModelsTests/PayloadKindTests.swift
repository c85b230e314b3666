import AppStoreModels
import StrictJSON
import Testing

struct PayloadKindTests {
    @Test(
        "The kind is told from the members",
        arguments: [
            (#"{"notificationType":"TEST","notificationUUID":"x","data":{}}"#, .notification),
            (#"{"notificationType":"SOMETHING_NEW","newContainer":{"transactionId":"1"}}"#, .notification),
            (#"{"notificationType":"X","transactionId":"1","receiptType":"Production"}"#, .notification),
            (#"{"notificationUUID":"x"}"#, .notification),
            (
                #"{"originalTransactionId":"1","appAppleId":1,"userLocale":"en-US","requestIdentifier":"x"}"#,
                .realtimeRequest
            ),
            (#"{"transactionId":"1"}"#, .transaction), (#"{"transactionId":1,"appTransactionId":"2"}"#, .transaction),
            (#"{"transactionId":"0","originalTransactionId":"0","autoRenewStatus":1}"#, .transaction),
            (#"{"autoRenewStatus":1}"#, .renewalInfo),
            (#"{"originalTransactionId":"1","purchaseDate":1}"#, .transaction),
            (#"{"transactionId":null,"originalTransactionId":"1","autoRenewStatus":0}"#, .renewalInfo),
            (#"{"originalTransactionId":"0","autoRenewProductId":"p"}"#, .renewalInfo),
            (#"{"originalTransactionId":"0","productId":"p","renewalDate":1}"#, .renewalInfo),
            (#"{"originalTransactionId":"0","isInBillingRetryPeriod":false}"#, .renewalInfo),
            (#"{"receiptType":"Sandbox","appTransactionId":"1"}"#, .appTransaction),
            (#"{"environment":"Xcode","bundleId":"b","applicationVersion":"1"}"#, .appTransaction),
            (#"{"originalApplicationVersion":"1.0","originalPurchaseDate":1}"#, .appTransaction),
            (#"{"receiptCreationDate":1}"#, .appTransaction),
            ("{}", nil), ("[]", nil), ("\"transactionId\"", nil), ("1", nil),
            (#"{"signedDate":1,"bundleId":"b"}"#, nil),
            (#"{"notification_type":"DID_RENEW"}"#, nil), (#"{"events":"{}"}"#, nil),
            (#"{"requestIdentifier":"x"}"#, nil),
            (#"{"originalTransactionId":"1"}"#, nil),
            (#"{"notificationType":null}"#, nil),
        ] as [(String, PayloadKind?)])
    func detectsKind(_ text: String, _ kind: PayloadKind?) throws {
        #expect(PayloadKind.detect(try JSONDocument(parsing: Array(text.utf8)).root) == kind)
    }

    @Test("The least payload of each kind is detected as that kind")
    func detectsOwnPayloads() throws {
        let types: [any AppStorePayload.Type] = [
            ResponseBodyV2DecodedPayload.self, JWSTransactionDecodedPayload.self, JWSRenewalInfoDecodedPayload.self,
            AppTransaction.self, DecodedRealtimeRequestBody.self,
        ]
        #expect(types.map { $0.kind } == PayloadKind.allCases)
        for type in types {
            let fields = FieldVector.all.first { $0.type == "\(type)" }?.fields ?? []
            let whole = JSONValue.object(fields.map { JSONMember($0.name, $0.sample) })
            #expect(PayloadKind.detect(try whole.node) == type.kind)
        }
    }
}
