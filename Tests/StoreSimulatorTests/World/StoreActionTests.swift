import AppStoreModels
import StoreSimulator
import StrictJSON
import Testing

@Suite("Actions as JSON")
struct StoreActionTests {
    private func action(_ text: String) throws(StoreActionError) -> StoreAction {
        try StoreAction(parsing: Array(text.utf8))
    }

    @Test("Actions read as people write them")
    func reading() throws {
        var purchase = PurchaseRequest(customer: "user-1", product: "pro.monthly")
        #expect(try action(#"{"do":"buy","customer":"user-1","product":"pro.monthly"}"#) == .buy(purchase))
        purchase.quantity = 2
        purchase.offer = .code("gift")
        purchase.purchaseDate = 1_769_853_600_000
        purchase.renewalBehavior = .cancelImmediately
        let long = """
            {"do":"buy","customer":"user-1","product":"pro.monthly","quantity":2,"offer":{"code":"gift"},
             "purchaseDate":"2026-01-31T10:00:00Z","renewalBehavior":"cancelImmediately"}
            """
        #expect(try action(long) == .buy(purchase))
        #expect(
            try action(#"{"do":"cancel","transaction":"2000000000000001"}"#)
                == .cancel(.transaction(2_000_000_000_000_001)))
        #expect(
            try action(#"{"do":"refund","customer":"a","periodsBack":2,"reason":1,"percentage":50000}"#)
                == .refund(.purchase(customer: "a", periodsBack: 2), reason: .appIssue, percentage: 50_000))
        #expect(
            try action(#"{"do":"setSetting","name":"timeRate","value":"oneRenewalEveryTwoSeconds"}"#)
                == .setSetting(.timeRate(.oneRenewalEveryTwoSeconds)))
        #expect(
            try action(#"{"do":"setSetting","name":"graceDays","value":null}"#) == .setSetting(.graceDays(nil)))
    }

    @Test("Mistakes are named, with what may have been meant")
    func mistakes() {
        let cases: [(String, StoreActionError)] = [
            (#"[]"#, .notAnObject),
            (#"{}"#, .missing("do")),
            (#"{"do":"byu"}"#, .unknownAction("byu", nearest: "buy")),
            (#"{"do":"somethingElse"}"#, .unknownAction("somethingElse", nearest: nil)),
            (
                #"{"do":"buy","costumer":"a","product":"b"}"#,
                .unknownMember("costumer", of: "buy", nearest: "customer")
            ),
            (#"{"do":"buy","customer":"a"}"#, .missing("product")),
            (#"{"do":"buy","customer":7,"product":"b"}"#, .invalidValue("customer", expected: "a text")),
            (#"{"do":"cancel"}"#, .missing("customer")),
            (#"{"do":"cancel","transaction":1,"customer":"a"}"#, .conflict("transaction", "customer")),
            (#"{"do":"cancel","transaction":1.5}"#, .invalidValue("transaction", expected: "a transaction's number")),
            (
                #"{"do":"setSetting","name":"timeRates","value":1}"#,
                .unknownMember("timeRates", of: "setSetting", nearest: "timeRate")
            ),
            (
                #"{"do":"cancel","customer":"a","periodsBack":-1}"#,
                .invalidValue("periodsBack", expected: "a whole number from 0")
            ),
            (#"{"do":"redeemOffer","customer":"a","product":"b"}"#, .missing("offer")),
        ]
        for (text, error) in cases { #expect(throws: error) { try action(text) } }
    }

    @Test("Where no name is near, all names are told")
    func names() {
        #expect(StoreActionError.unknownAction("explode", nearest: nil).description.contains("there are buy, "))
        #expect(
            StoreActionError.unknownMember("zzz", of: "joinFamily", nearest: nil).description
                == "joinFamily has no \"zzz\"; there are customer, of")
        #expect(
            StoreActionError.unknownMember("zzz", of: "clearTransactions", nearest: nil).description
                == "clearTransactions has no \"zzz\"; it has no members")
    }

    @Test("Every action is written in the form in which it is read")
    func roundTrip() throws {
        var verbs: Set<String> = []
        for action in StoreActionTests.examples {
            let text = JSONWriter().text(action.json)
            #expect(try self.action(text) == action, "\(text)")
            verbs.insert(String(text.dropFirst(7).prefix { $0 != "\"" }))
        }
        for seed in UInt64(0)..<50 {
            var history = RandomHistory(seed: seed, isForgetful: true)
            for _ in 0..<30 {
                let action = history.action()
                _ = try? history.store.perform(action)
                #expect(try StoreAction(parsing: JSONWriter().bytes(action.json)) == action)
            }
        }
        #expect(verbs.count == 47)
    }

    private static let examples: [StoreAction] = {
        let ann = StoreTarget.purchase(customer: "ann", product: "pro.monthly", periodsBack: 1)
        var purchase = PurchaseRequest(customer: "ann", product: "coins")
        purchase.quantity = 3
        purchase.appAccountToken = "9f0c1a52-7b64-4c1f-8a5e-3d2f1b0c9e8d"
        purchase.offer = .winBack("return")
        purchase.purchaseDate = 5
        purchase.simulatesAskToBuy = true
        purchase.storefront = "FRA"
        return [
            .buy(purchase), .approveAskToBuy(ann), .declineAskToBuy(.transaction(9)), .resolveIssue(ann),
            .redeemOffer(customer: "ann", product: "coins", offer: .promotional("stay")), .restore(ann),
            .purchaseIntent(customer: "ann", product: "coins", offer: "o"),
            .downloadApp(customer: "ann", version: "2", platform: .macOS), .cancel(ann), .resume(ann),
            .changePlan(ann, product: "pro.top"), .cancelPlanChange(ann), .paymentFails(customer: "ann"),
            .paymentWorks(customer: "ann"), .expire(ann), .expireOther(ann), .forceRenewal(ann),
            .requestPriceIncrease(ann, price: 9, needsConsent: false), .consentToPriceIncrease(ann),
            .declinePriceIncrease(ann), .refund(ann, reason: .appIssue, percentage: 5),
            .refundProrated(ann, reason: .other), .requestRefund(ann, reason: .legal, inApp: true),
            .repeatConsumptionRequest(ann), .declineRefund(ann), .reverseRefund(ann),
            .joinFamily(customer: "ann", of: "ben"), .leaveFamily(customer: "ann"),
            .shareWithFamily(customer: "ann"), .stopSharing(customer: "ann"),
            .extendRenewalDate(ann, days: 4, requestIdentifier: "r"),
            .massExtend(product: "p", days: 5, requestIdentifier: "r", storefronts: ["USA", "FRA"]),
            .setAppAccountToken(ann, token: "t"), .requestTestNotification, .withdrawProduct("p"), .offerProduct("p"),
            .createExternalPurchaseToken(type: .linkOut, expirationDate: 7), .reportExternalPurchase(id: "i"),
            .rescindConsent(customer: "ann"), .metadataUpdate(ann, displayName: "n", description: "d"), .migrate(ann),
            .priceChange(ann, price: 1), .setStorefront(customer: "ann", storefront: "FRA"),
            .setSetting(.renewalLimit(nil)), .setSetting(.omitsGraceDate(true)), .setSetting(.storefront("FRA")),
            .finishTransaction(id: 1), .deleteTransaction(id: 2), .clearTransactions,
        ]
    }()
}
