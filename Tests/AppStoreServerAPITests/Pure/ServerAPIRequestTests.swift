import AppStoreModels
import AppStoreServerAPI
import StrictJSON
import Testing

@Suite("Requests of the Server API")
struct ServerAPIRequestTests {
    /// Every request, with its method and target.
    static func all() throws -> [(request: ServerAPIRequest, line: String)] {
        var filter = TransactionHistoryRequest()
        filter.startDate = 1
        filter.endDate = 2
        filter.productIds = ["a b", "ü&"]
        filter.productTypes = [.autoRenewable]
        filter.inAppOwnershipType = .purchased
        filter.sort = .descending
        filter.revoked = true
        filter.subscriptionGroupIdentifiers = ["7"]
        let query =
            "startDate=1&endDate=2&productId=a%20b&productId=%C3%BC%26&productType=AUTO_RENEWABLE"
            + "&inAppOwnershipType=PURCHASED&sort=DESCENDING&revoked=true&subscriptionGroupIdentifier=7"
        let extend = ExtendRenewalDateRequest(extendByDays: 7, extendReasonCode: .other, requestIdentifier: uuid)
        let message = UploadMessageRequestBody(header: "Stay", body: "Please")
        let object = try JSONDocument(parsing: Array(#"{"a":1}"#.utf8)).root
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
        let told = ConsumptionRequest(sampleContentProvided: false, deliveryStatus: .delivered)
        let toldV1 = ConsumptionRequestV1(sampleContentProvided: true, deliveryStatus: .deliveredWrongItem)
        var requests: [(ServerAPIRequest, String)] = [
            (try .getTransactionInfo(transactionId: "1/2"), "GET /inApps/v1/transactions/1%2F2"),
            (
                try .getTransactionHistory(anyTransactionId: "1", filter: filter, revision: "r="),
                "GET /inApps/v2/history/1?\(query)&revision=r%3D"
            ),
            (try .getTransactionHistoryV1(anyTransactionId: "1"), "GET /inApps/v1/history/1"),
            (
                try .getAllSubscriptionStatuses(anyTransactionId: "1", statuses: [.active, .revoked]),
                "GET /inApps/v1/subscriptions/1?status=1&status=5"
            ),
            (try .getRefundHistory(anyTransactionId: "1", revision: "r"), "GET /inApps/v2/refund/lookup/1?revision=r"),
            (try .getRefundHistoryV1(originalTransactionId: "1"), "GET /inApps/v1/refund/lookup/1"),
            (try .lookUpOrderId(orderId: "M1?"), "GET /inApps/v1/lookup/M1%3F"),
            (
                try .extendSubscriptionRenewalDate(originalTransactionId: "1", extend),
                "PUT /inApps/v1/subscriptions/extend/1"
            ),
            (
                try .extendRenewalDatesForAllActiveSubscribers(
                    MassExtendRenewalDateRequest(extending: extend, productId: "pro")),
                "POST /inApps/v1/subscriptions/extend/mass"
            ),
            (
                try .getStatusOfSubscriptionRenewalDateExtensions(productId: "p.q", requestIdentifier: uuid),
                "GET /inApps/v1/subscriptions/extend/mass/p.q/\(uuid)"
            ),
            (
                try .getNotificationHistory(NotificationHistoryRequest(startDate: 1, endDate: 2), paginationToken: "t"),
                "POST /inApps/v1/notifications/history?paginationToken=t"
            ),
            (try .requestTestNotification(), "POST /inApps/v1/notifications/test"),
            (try .getTestNotificationStatus(testNotificationToken: "t"), "GET /inApps/v1/notifications/test/t"),
            (try .sendConsumptionInformation(transactionId: "1", told), "PUT /inApps/v2/transactions/consumption/1"),
            (
                try .sendConsumptionInformationV1(transactionId: "1", toldV1),
                "PUT /inApps/v1/transactions/consumption/1"
            ),
            (
                try .setAppAccountToken(originalTransactionId: "1", appAccountToken: uuid),
                "PUT /inApps/v1/transactions/1/appAccountToken"
            ),
            (try .getAppTransactionInfo(anyTransactionId: "1"), "GET /inApps/v1/transactions/appTransactions/1"),
            (try .finishTransaction(transactionId: "1"), "POST /inApps/v1/transactions/1/finish"),
            (try .getCustomerGroups(anyTransactionId: "1"), "GET /groups/v1/currentGroups/1"),
            (try .sendExternalPurchaseReport(object), "PUT /externalPurchase/v1/reports"),
            (try .getExternalPurchaseReport(requestIdentifier: "1"), "GET /externalPurchase/v1/reports/1"),
        ]
        requests += [
            (
                try .uploadImage(imageIdentifier: uuid, png: png, imageSize: .bulletPoint),
                "PUT /inApps/v1/messaging/image/\(uuid)?imageSize=BULLET_POINT"
            ),
            (try .deleteImage(imageIdentifier: uuid), "DELETE /inApps/v1/messaging/image/\(uuid)"),
            (try .getImageList(), "GET /inApps/v1/messaging/image/list"),
            (try .uploadMessage(messageIdentifier: uuid, message), "PUT /inApps/v1/messaging/message/\(uuid)"),
            (try .deleteMessage(messageIdentifier: uuid), "DELETE /inApps/v1/messaging/message/\(uuid)"),
            (try .getMessageList(), "GET /inApps/v1/messaging/message/list"),
            (
                try .configureDefaultMessage(productId: "p", locale: "en-US", messageIdentifier: uuid),
                "PUT /inApps/v1/messaging/default/p/en-US"
            ),
            (try .deleteDefaultMessage(productId: "p", locale: "de"), "DELETE /inApps/v1/messaging/default/p/de"),
            (try .getDefaultMessage(productId: "p", locale: "de"), "GET /inApps/v1/messaging/default/p/de"),
            (
                try .configureRealtimeURL(realtimeURL: "https://example.com/r"),
                "PUT /inApps/v1/messaging/realtime/url"
            ),
            (try .deleteRealtimeURL(), "DELETE /inApps/v1/messaging/realtime/url"),
            (try .getRealtimeURL(), "GET /inApps/v1/messaging/realtime/url"),
            (try .initiatePerformanceTest(originalTransactionId: "1"), "POST /inApps/v1/messaging/performanceTest"),
            (
                try .getPerformanceTestResults(requestId: "1"), "GET /inApps/v1/messaging/performanceTest/result/1"
            ),
        ]
        let paths: [(AdvancedCommerceOperation, String)] = [
            (.cancelSubscription, "subscription/cancel"), (.changeSubscriptionMetadata, "subscription/changeMetadata"),
            (.changeSubscriptionPrice, "subscription/changePrice"), (.migrateSubscription, "subscription/migrate"),
            (.revokeSubscription, "subscription/revoke"), (.requestRefund, "transaction/requestRefund"),
        ]
        for (operation, path) in paths {
            requests.append(
                (
                    try .advancedCommerce(operation, transactionId: "1", request: object),
                    "POST /advancedCommerce/v1/\(path)/1"
                ))
        }
        return requests
    }

    static let uuid = "6d2a8c37-3bb4-4a4e-9d0e-5a7f3f0f2b11"

    @Test("Each has Apple's method and path, with every value encoded")
    func targets() throws {
        let all = try Self.all()
        for (request, line) in all { #expect("\(request.method.rawValue) \(request.target)" == line) }
        #expect(Set(all.map(\.request.endpoint)) == Set(ServerAPIEndpoint.allCases))
        #expect(all.count == ServerAPIEndpoint.allCases.count)
    }

    @Test("What is absent is left out of a body, and what is there has Apple's names")
    func bodies() throws {
        func body(_ endpoint: ServerAPIEndpoint) throws -> String {
            let request = try #require(try Self.all().first { $0.request.endpoint == endpoint }).request
            return String(decoding: request.body.bytes, as: UTF8.self)
        }
        #expect(try body(.getTransactionInfo) == "" && body(.requestTestNotification) == "")
        #expect(try body(.getNotificationHistory) == #"{"startDate":1,"endDate":2}"#)
        #expect(
            try body(.sendConsumptionInformation)
                == #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}"#)
        #expect(
            try body(.sendConsumptionInformationV1) == """
                {"accountTenure":0,"appAccountToken":"","consumptionStatus":0,"customerConsented":true,\
                "deliveryStatus":2,"lifetimeDollarsPurchased":0,"lifetimeDollarsRefunded":0,"platform":0,\
                "playTime":0,"sampleContentProvided":true,"userStatus":0}
                """)
        #expect(
            try body(.extendRenewalDatesForAllActiveSubscribers)
                == #"{"extendByDays":7,"extendReasonCode":2,"requestIdentifier":"\#(Self.uuid)","productId":"pro"}"#)
        #expect(try body(.uploadMessage) == #"{"header":"Stay","body":"Please"}"#)
        #expect(try body(.requestRefund) == #"{"a":1}"#)
    }

    @Test("An empty value, or one that would change the path, is refused before anything is sent")
    func emptyValues() async throws {
        for value in ["", ".", ".."] {
            let problem = value.isEmpty ? "is empty" : "is no identifier"
            #expect(throws: ServerAPIError.invalidRequest(RequestMistake("transactionId", problem))) {
                try ServerAPIRequest.getTransactionInfo(transactionId: value)
            }
        }
        let long = String(repeating: "1", count: 1025)
        #expect(throws: ServerAPIError.invalidRequest(RequestMistake("orderId", "has more than 1024 bytes"))) {
            try ServerAPIRequest.lookUpOrderId(orderId: long)
        }
    }

    @Test("What the App Store would refuse is refused here")
    func mistakes() throws {
        func mistake(_ body: () throws -> ServerAPIRequest) -> String? {
            do {
                _ = try body()
                return nil
            } catch ServerAPIError.invalidRequest(let mistake) {
                return mistake.description
            } catch {
                return "\(error)"
            }
        }
        let list = try JSONDocument(parsing: Array("[]".utf8)).root
        #expect(
            mistake { try .advancedCommerce(.requestRefund, transactionId: "1", request: list) }
                == "request is no JSON object")
        #expect(
            mistake { try .setAppAccountToken(originalTransactionId: "1", appAccountToken: "ann") }
                == "appAccountToken is no UUID")
        #expect(mistake { try .uploadImage(imageIdentifier: Self.uuid, png: [1]) } == "image is no PNG")
        #expect(
            mistake { try .configureRealtimeURL(realtimeURL: "http://example.com") }
                == "realtimeURL is no https URL of up to 256 characters")
        var window = NotificationHistoryRequest(startDate: 2, endDate: 2)
        #expect(mistake { try .getNotificationHistory(window) } == "endDate is not after startDate")
        window.endDate = 3
        window.notificationSubtype = .initialBuy
        #expect(mistake { try .getNotificationHistory(window) } == "notificationSubtype needs notificationType")
        window.notificationType = .subscribed
        window.transactionId = "1"
        #expect(mistake { try .getNotificationHistory(window) } == "transactionId excludes notificationType")
        for days in [0, 91] {
            let extend = ExtendRenewalDateRequest(
                extendByDays: days, extendReasonCode: .undeclared, requestIdentifier: "x")
            #expect(
                mistake { try .extendSubscriptionRenewalDate(originalTransactionId: "1", extend) }
                    == "extendByDays is not from 1 to 90")
        }
        var told = ConsumptionRequest(sampleContentProvided: true, deliveryStatus: .undeliveredOther)
        told.consumptionPercentage = 1
        #expect(
            mistake { try .sendConsumptionInformation(transactionId: "1", told) }
                == "consumptionPercentage must be 0 for what was not delivered")
        told.deliveryStatus = .delivered
        told.refundPreference = .grantProrated
        told.consumptionPercentage = 100_000
        #expect(
            mistake { try .sendConsumptionInformation(transactionId: "1", told) }
                == "consumptionPercentage must lie between 0 and 100000 for a prorated refund")
        var message = UploadMessageRequestBody(header: String(repeating: "x", count: 67), body: "")
        #expect(
            mistake { try .uploadMessage(messageIdentifier: Self.uuid, message) }
                == "header has more than 66 characters")
        message.header = ""
        message.headerPosition = .aboveImage
        #expect(
            mistake { try .uploadMessage(messageIdentifier: Self.uuid, message) } == "headerPosition needs an image")
    }
}
