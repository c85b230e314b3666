internal import StoreCore
internal import Testing

@Suite("What one load brought")
struct StoreContentsTests {
    private func offer(_ id: String, _ milliunits: Int64, _ currency: String = "USD") -> Offer {
        Offer(productId: id, displayName: "Product \(id)", price: Price(milliunits: milliunits, currency: currency))
    }

    @Test("Offers are sorted by price, then by id")
    func order() {
        let offers = [offer("d", 990), offer("b", 10_000), offer("c", 990), offer("a", 9990), offer("e", 0)]
        let contents = StoreContents(asked: offers.map(\.productId), offers: offers, entitlements: [])
        #expect(contents.offers.map(\.productId) == ["e", "c", "d", "a", "b"])
    }

    @Test("Amounts of different currencies are not compared")
    func currencies() {
        let offers = [offer("a", 2, "USD"), offer("b", 1_500_000, "JPY"), offer("c", 1, "USD"), offer("d", 9, "JPY")]
        let contents = StoreContents(asked: ["a", "b", "c", "d"], offers: offers, entitlements: [])
        #expect(contents.offers.map(\.productId) == ["d", "b", "c", "a"])
    }

    @Test("A product counts when it was asked for, and once")
    func unasked() {
        let contents = StoreContents(
            asked: ["a", "b", "a"], offers: [offer("x", 1), offer("a", 2), offer("a", 1), offer("b", 3)],
            entitlements: [])
        #expect(contents.offers == [offer("a", 2), offer("b", 3)])
        #expect(contents.missing == [])
    }

    @Test("Missing products are reported once, in the order asked")
    func missing() {
        let contents = StoreContents(asked: ["z", "a", "y", "z"], offers: [offer("a", 1)], entitlements: [])
        #expect(contents.missing == ["z", "y"])
    }

    @Test(
        "An entitlement holds until its end, which is not part of it",
        arguments: [(nil, true), (999, false), (1000, false), (1001, true)] as [(Int64?, Bool)])
    func end(_ until: Int64?, _ isUnlocked: Bool) {
        for state in Entitlement.State.allCases {
            let entitlements = [Entitlement(name: "pro", state: state, until: until)]
            let contents = StoreContents(asked: [], offers: [], entitlements: entitlements)
            #expect(contents.isUnlocked("pro", at: 1000) == isUnlocked)
            #expect(!contents.isUnlocked("Pro", at: 1000))
        }
    }

    @Test("Of several that unlock the same the best one counts, in any order")
    func best() {
        let ranked = [
            Entitlement(name: "pro", productId: "lifetime"),
            Entitlement(name: "pro", productId: "yearly", until: 3000),
            Entitlement(name: "pro", productId: "monthly", state: .gracePeriod, until: 3000),
            Entitlement(name: "pro", productId: "weekly", until: 2000),
        ]
        for first in ranked.indices {
            let rest = Array(ranked[first...])
            for entitlements in [rest, rest.reversed()] {
                let other = [Entitlement(name: "other")]
                let contents = StoreContents(asked: [], offers: [], entitlements: other + entitlements)
                #expect(contents.entitlement("pro", at: 1000) == ranked[first])
            }
        }
        let contents = StoreContents(asked: [], offers: [], entitlements: Array(ranked.dropFirst()))
        #expect(contents.entitlement("pro", at: 2999)?.productId == "yearly")
        #expect(contents.entitlement("pro", at: 3000) == nil)
    }
}
