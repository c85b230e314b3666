internal import AppStoreModels
internal import StoreSimulator

/// One history in the making.
struct HistoryRun {
    var numbers: SeededNumbers
    var world: StoreWorld
    let customers: [String]
    /// What is more likely in this history than in others.
    let weights: [(HistoryEvent, Int)]
    private let number: Int
    private let length: Int
    private var actions: [StoreAction] = []
    private var notifications: [SimulatedNotification] = []
    private var checkpoints: [HistoryCheckpoint] = []

    private static let day: Int64 = 86_400_000

    init(app: SimulatedApp, seed: UInt64, number: Int) {
        // The seed of a history is one of a sequence, so that neighbours have nothing in common.
        var mixer = SeededNumbers(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95)
        numbers = SeededNumbers(seed: mixer.next())
        self.number = number
        var settings = WorldSettings()
        settings.identifierRange = number
        settings.billingGracePeriodIsEnabled = numbers.next() % 2 == 0
        settings.omitsGraceDate = numbers.next() % 4 == 0
        settings.renewalLead = numbers.next() % 3 == 0 ? 6 * 3_600_000 : 0
        settings.graceDays = [nil, 3, 28][Int(numbers.next() % 3)]
        settings.renewalLimit = numbers.next() % 8 == 0 ? 3 : nil
        // Most are short enough for every order of delivery to be tried.
        length = numbers.next() % 3 == 0 ? 6 + Int(numbers.next() % 15) : 1 + Int(numbers.next() % 5)
        let names = ["ann", "ben", "cleo"]
        let shown = numbers.next() % 8
        customers = Array(names.prefix(shown < 5 ? 1 : shown < 7 ? 2 : 3))
        let hasFamily = customers.count > 1
        weights = HistoryEvent.allCases.map { ($0, $0.needsFamily && !hasFamily ? 0 : $0.weight) }
        world = StoreWorld(
            catalog: HistoryCatalog.products, app: app, settings: settings, start: HistoryGenerator.start,
            seed: mixer.next())
    }

    /// Lets things happen until enough was sent.
    mutating func history() -> SimulatedHistory {
        // Bounded: what is drawn may be refused, or silent.
        for _ in 0..<40 * length where notifications.count < length {
            let action = action()
            if let happened = try? world.perform(action) {
                actions.append(action)
                take(happened)
                if notifications.count >= length { break }
            }
            pause()
            if numbers.next() % 4 == 0 { note() }
        }
        // At times the end is some way after the last word.
        if numbers.next() % 2 == 0 { wander() }
        note()
        return SimulatedHistory(
            number: number, actions: actions, notifications: notifications, checkpoints: checkpoints)
    }

    private mutating func take(_ happened: [StoreOccurrence]) {
        for occurrence in happened {
            if case .notification(let notification) = occurrence.kind { notifications.append(notification) }
        }
    }

    /// Lets some time pass: none, until the next event, or some of the time before it.
    private mutating func pause() {
        switch numbers.next() % 4 {
        case 0: break
        case 1: wander()
        default:
            // Far events, such as the end of a year, are left to chance.
            guard let next = world.nextEventDate, next - world.now < 70 * HistoryRun.day || numbers.next() % 4 == 0
            else { return wander() }
            take(world.advanceToNextEvent())
        }
    }

    private mutating func wander() {
        let limit = world.nextEventDate.map { max($0 - 1 - world.now, 0) } ?? .max
        let span = min(limit, HistoryRun.day / 2 * Int64(1 + numbers.next() % 60))
        guard span > 0 else { return }
        take((try? world.advance(to: world.now + Int64(numbers.next() % UInt64(span + 1)))) ?? [])
    }

    /// Notes how things stand, and lets a moment pass, so that nothing else is signed at this one.
    private mutating func note() {
        checkpoints.append(HistoryCheckpoint(date: world.now, purchases: purchases))
        take((try? world.advance(to: world.now + 1)) ?? [])
    }

    private var purchases: [ExpectedPurchase] {
        let oneTime = world.allTransactions.filter { $0.productType != .autoRenewableSubscription }
        return world.allSubscriptions.map { line in
            let periods = world.transactions(ofCustomer: line.customerID).filter { $0.originalID == line.originalID }
            return ExpectedPurchase(line, running: periods.last { $0.purchaseDate <= world.now } ?? line.transaction)
        } + oneTime.map(ExpectedPurchase.init(oneTime:))
    }
}
