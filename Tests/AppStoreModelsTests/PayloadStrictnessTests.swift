import AppStoreModels
import StrictJSON
import Testing

struct PayloadStrictnessTests {
    @Test("The fields that entitlements or trust depend on are refused when they cannot be read")
    func namesStrictFields() {
        func names(_ type: any AppStoreObject.Type, _ strictness: PayloadField.Strictness) -> [String] {
            type.fields.filter { $0.strictness == strictness }.map(\.name)
        }
        #expect(
            names(JWSTransactionDecodedPayload.self, .essential) == [
                "transactionId", "originalTransactionId", "webOrderLineItemId", "purchaseDate", "expiresDate", "type",
                "revocationDate", "isUpgraded",
            ])
        #expect(names(JWSTransactionDecodedPayload.self, .trusted) == ["bundleId", "signedDate", "environment"])
        #expect(
            names(JWSRenewalInfoDecodedPayload.self, .essential) == [
                "originalTransactionId", "isInBillingRetryPeriod", "gracePeriodExpiresDate",
            ])
        #expect(names(JWSRenewalInfoDecodedPayload.self, .trusted) == ["signedDate", "environment"])
        #expect(
            names(ResponseBodyV2DecodedPayload.self, .essential) == [
                "notificationType", "notificationUUID", "data", "summary", "externalPurchaseToken", "appData",
            ])
        #expect(names(ResponseBodyV2DecodedPayload.self, .trusted) == ["signedDate"])
        #expect(
            names(NotificationData.self, .essential) == [
                "appAppleId", "signedTransactionInfo", "signedRenewalInfo", "status",
            ])
        #expect(names(NotificationData.self, .trusted) == ["environment", "bundleId"])
        #expect(names(NotificationSummary.self, .trusted) == ["environment", "bundleId"])
        #expect(names(NotificationAppData.self, .essential) == ["appAppleId", "signedAppTransactionInfo"])
        #expect(names(NotificationAppData.self, .trusted) == ["environment", "bundleId"])
        #expect(names(ExternalPurchaseToken.self, .essential) == ["externalPurchaseId", "appAppleId"])
        #expect(names(ExternalPurchaseToken.self, .trusted) == ["bundleId"])
        #expect(names(AppTransaction.self, .essential) == ["appAppleId", "appTransactionId"])
        #expect(
            names(AppTransaction.self, .trusted) == ["receiptType", "environment", "bundleId", "receiptCreationDate"])
        #expect(names(DecodedRealtimeRequestBody.self, .trusted) == ["environment", "signedDate"])
    }

    @Test(
        "A moment of signing is a number that is not negative",
        arguments: [
            ("\"1697679936049\"", "string"), ("-1", "number -1"), ("-0.5", "number -0.5"), ("1e400", "number 1e400"),
            ("9223372036854775808", "number 9223372036854775808"), ("true", "boolean"), ("[1]", "array"),
            ("{}", "object"),
        ])
    func refusesSigningDates(_ value: String, _ found: String) {
        func error(_ name: String) -> PayloadSchemaError {
            PayloadSchemaError(path: name, expected: "a number of milliseconds, not negative", found: found)
        }
        #expect(throws: error("signedDate")) {
            try JWSTransactionDecodedPayload(text: "{\"signedDate\":\(value)}")
        }
        #expect(throws: error("signedDate")) {
            try JWSRenewalInfoDecodedPayload(text: "{\"signedDate\":\(value)}")
        }
        #expect(throws: error("signedDate")) {
            try ResponseBodyV2DecodedPayload(
                text: "{\"notificationType\":\"TEST\",\"notificationUUID\":\"x\",\"signedDate\":\(value)}")
        }
        #expect(throws: error("receiptCreationDate")) {
            try AppTransaction(text: "{\"receiptCreationDate\":\(value)}")
        }
    }

    @Test(
        "A moment of signing may have a fraction or an exponent",
        arguments: [
            ("1697679936049.7297", 1_697_679_936_049), ("1.5e3", 1500), ("0", 0), ("-0", 0),
            ("9223372036854775807", .max),
        ] as [(String, Int64)])
    func takesSigningDates(_ value: String, _ milliseconds: Int64) throws {
        let payload = try JWSTransactionDecodedPayload(text: "{\"signedDate\":\(value)}")
        #expect(payload.signedDate?.milliseconds == milliseconds)
        #expect(payload.signedDate?.text == value)
        #expect(payload.notes.isEmpty)
    }

    @Test("What is wrong in a container is told with its path")
    func namesPaths() {
        let outer = #""notificationType":"DID_RENEW","notificationUUID":"x""#
        #expect(throws: PayloadSchemaError(path: "data.environment", expected: "a string", found: "number 1")) {
            try ResponseBodyV2DecodedPayload(text: "{\(outer),\"data\":{\"environment\":1}}")
        }
        #expect(throws: PayloadSchemaError(path: "appData.bundleId", expected: "a string", found: "boolean")) {
            try ResponseBodyV2DecodedPayload(text: "{\(outer),\"appData\":{\"bundleId\":false}}")
        }
        #expect(throws: PayloadSchemaError(path: "data", expected: "an object", found: "string")) {
            try ResponseBodyV2DecodedPayload(text: "{\(outer),\"data\":\"x\"}")
        }
        #expect(throws: PayloadSchemaError(path: "", expected: "an object", found: "array")) {
            try ResponseBodyV2DecodedPayload(text: "[]")
        }
    }

    @Test("Notes reach into nested objects and lists")
    func notesNestedObjects() throws {
        let payload = try JWSTransactionDecodedPayload(
            text: """
                {"transactionId":"1","price":"9990","advancedCommerceInfo":{"items":[{"SKU":"a"},{"price":"5",\
                "offer":{"period":"P1W","periodCount":1,"price":0}}],"taxRate":0.15}}
                """)
        #expect(
            payload.notes.map(\.description) == [
                "price came as a string",
                "advancedCommerceInfo.items[1].offer.reason is missing",
                "advancedCommerceInfo.items[1].price came as a string",
                "advancedCommerceInfo.taxRate should be a string, found number 0.15; taken as absent",
            ])
    }

    @Test("Errors repeat no text of the payload, and little of a number")
    func shortensFindings() {
        #expect(throws: PayloadSchemaError(path: "transactionId", expected: "a string of an id", found: "array")) {
            try JWSTransactionDecodedPayload(text: #"{"transactionId":["secret"]}"#)
        }
        let digits = String(repeating: "9", count: 32)
        #expect(
            throws: PayloadSchemaError(
                path: "purchaseDate", expected: "a number of milliseconds", found: "number \(digits)…")
        ) {
            try JWSTransactionDecodedPayload(text: "{\"purchaseDate\":\(digits)9}")
        }
    }

    @Test("Members unknown today are kept as they came and named")
    func keepsUnknownMembers() throws {
        let text = #"{ "transactionId":"1", "newThing":{"a":[1.50,"\u0041"]}, "another": 20000000000000000001 }"#
        let payload = try JWSTransactionDecodedPayload(text: text)
        #expect(payload.unknownNames == ["newThing", "another"])
        #expect(String(decoding: payload.json.source, as: UTF8.self) == text)
        #expect(payload.notes.isEmpty)
    }
}
