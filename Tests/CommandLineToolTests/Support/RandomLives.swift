internal import AppStoreModels
internal import StoreSimulator
internal import TestSupport
internal import Testing

/// Lets random things happen to some customers for a few months, the same for the same seed.
///
/// What happens is drawn from buying, plan changes, payments that fail with and without grace, refunds, families and
/// consumables.
struct RandomLives {
    private var generator: SeededGenerator
    private let appStore: LossyAppStore
    private let customers: [String]
    private static let products = ["pro.monthly", "pro.top", "pro.basic", "news", "lamp", "coins", "season"]

    init(_ appStore: LossyAppStore, seed: UInt64, customers: Int) {
        generator = SeededGenerator(seed: seed &* 31 &+ 5)
        self.appStore = appStore
        self.customers = (0..<customers).map { "c\($0)" }
    }

    private mutating func draw(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }

    private mutating func customer() -> String { customers[draw(customers.count)] }

    private mutating func target() -> StoreTarget {
        .purchase(customer: customer(), product: nil, periodsBack: draw(4) == 0 ? 1 : 0)
    }

    /// Lets things happen until there are so many lines, and then for the rest of the time.
    mutating func live(lines: Int) async throws {
        _ = try? await appStore.perform(.setSetting(.billingGracePeriodIsEnabled(true)))
        var steps = 0
        while steps < 40 || count < lines {
            steps += 1
            try #require(steps < 2000, "the lives do not come to \(lines) lines")
            if count < lines, draw(3) > 0 {
                let product = Self.products[draw(Self.products.count)]
                // The store may refuse, as somebody who has a subscription does not buy it again.
                _ = try? await appStore.buy(product, by: customer())
            }
            _ = try? await appStore.perform(action())
            if steps.isMultiple(of: 2) { try await appStore.wait(days: Int64(draw(4))) }
        }
        try await appStore.wait(days: 5)
    }

    /// How many lines there are.
    private var count: Int {
        (try? appStore.session.inspect { world throws(SessionError) in
            Set(world.allTransactions.map(\.originalID)).count
        }) ?? 0
    }

    private mutating func action() -> StoreAction {
        switch draw(14) {
        case 0: .cancel(target())
        case 1: .resume(target())
        case 2: .changePlan(target(), product: Self.products[draw(3)])
        case 3: .paymentFails(customer: customer())
        case 4: .paymentWorks(customer: customer())
        case 5: .refund(target(), reason: .other, percentage: nil)
        case 6: .reverseRefund(target())
        case 7: .joinFamily(customer: customer(), of: customer())
        case 8: .leaveFamily(customer: customer())
        case 9: .setSetting(.billingGracePeriodIsEnabled(draw(2) == 0))
        case 10: .forceRenewal(target())
        case 11: .extendRenewalDate(target(), days: 1 + draw(20), requestIdentifier: "r\(draw(1000))")
        case 12: .refundProrated(target(), reason: .other)
        default: .expire(target())
        }
    }
}
