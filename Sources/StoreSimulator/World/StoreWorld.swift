/// The simulated App Store as a value: customers, what they bought, and what happens next.
///
/// It has no clock of its own, does no I/O and draws its random numbers from a seed: the same catalogue, settings, seed
/// and actions give the same history. No two statements about one customer are ever made in the same millisecond: an
/// action that follows another at once moves the clock on by one.
public struct StoreWorld: Sendable {
    /// The products.
    public let catalog: ProductCatalog
    /// The app that sells them.
    public let app: SimulatedApp
    /// What a tester decides; changes count from now on.
    public var settings: WorldSettings
    /// The present moment, in milliseconds since 1970-01-01T00:00:00Z.
    public internal(set) var now: Int64

    var generator: SeededNumbers
    var identifiers: IdentifierSource
    var queue = EventQueue()
    var occurrences: [StoreOccurrence] = []

    var customers: [CustomerState] = []
    var customerIndex: [String: Int] = [:]
    var downloadIndex: [String: Int] = [:]
    var families: [[Int]] = []
    var lines: [LineState] = []
    var lineIndex: [Int: Int] = [:]
    var transactions: [SimulatedTransaction] = []
    var transactionIndex: [Int: Int] = [:]
    var orderIndex: [String: Int] = [:]
    /// The line of each subscription transaction, by place; -1 for one-time purchases.
    var lineOfTransaction: [Int] = []
    /// Places of transactions that restore another, by the other's place.
    var copies: [Int: [Int]] = [:]
    var rootOfCopy: [Int: Int] = [:]
    /// Family members' copies of one-time purchases, by place.
    var sharedPurchases: [Int: [Int]] = [:]
    var deleted: Set<Int> = []
    var finished: Set<Int> = []
    var pendingPurchases: [Int: PendingPurchase] = [:]
    var refundRequests: [Int: RefundRequest] = [:]
    var externalPurchases: [ExternalPurchaseState] = []
    var withdrawn: Set<String>
    var extensionRequests: [String: MassExtension] = [:]

    /// The last moment the clock can show: the end of the year 9999.
    static let lastDate: Int64 = 253_402_300_799_999
    /// The moments that the clock can stand at, in milliseconds since 1970-01-01T00:00:00Z.
    package static let dates = 0...lastDate

    /// A store in which nothing has happened yet.
    ///
    /// - Parameters:
    ///   - catalog: The products.
    ///   - app: The app that sells them.
    ///   - settings: What a tester decides.
    ///   - start: The present moment, in milliseconds since 1970-01-01T00:00:00Z; not before that or after the year 9999.
    ///   - seed: Where random numbers come from.
    public init(
        catalog: ProductCatalog, app: SimulatedApp, settings: WorldSettings = WorldSettings(), start: Int64,
        seed: UInt64
    ) {
        self.catalog = catalog
        self.app = app
        self.settings = settings
        now = min(max(start, 0), StoreWorld.lastDate)
        generator = SeededNumbers(seed: seed)
        identifiers = IdentifierSource(
            style: settings.identifierStyle, range: settings.identifierRange, generator: &generator)
        withdrawn = Set(catalog.products.filter { !$0.isForSale }.map(\.id))
    }

    /// Does something, and tells what followed from it at once, in order.
    ///
    /// - Throws: ``SimulatorError`` when it cannot be done; then nothing has changed.
    public mutating func perform(_ action: StoreAction) throws(SimulatorError) -> [StoreOccurrence] {
        try apply(action)
        // What was planned for a moment that has come: a purchase in the past renews until now.
        while step(until: now) {}
        return takeOccurrences()
    }

    /// The moment of the next thing that happens by itself; `nil` when nothing will.
    public var nextEventDate: Int64? { queue.first.map { max($0.date, now) } }

    /// Moves the clock to the next moment at which something happens by itself, and tells what happened, in order.
    ///
    /// All that is planned for that moment happens. Nothing does when nothing will any more, or not before the end of
    /// the year 9999; and an event may be silent.
    public mutating func advanceToNextEvent() -> [StoreOccurrence] {
        guard step(until: StoreWorld.lastDate) else { return [] }
        while step(until: now) {}
        return takeOccurrences()
    }

    /// Moves the clock, and tells what happened on the way, in order.
    ///
    /// For long stretches take ``advance(to:limit:handling:)``, which keeps nothing.
    ///
    /// - Parameters:
    ///   - date: The moment to go to, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - limit: How many events may happen.
    /// - Returns: What happened.
    /// - Throws: ``SimulatorError/tooManyEvents(limit:)`` when the limit is reached; the clock then stands at the last
    ///   event, and what happened until there is to be asked from the world.
    public mutating func advance(to date: Int64, limit: Int = 1_000_000) throws(SimulatorError) -> [StoreOccurrence] {
        var happened: [StoreOccurrence] = []
        try advance(to: date, limit: limit) { happened.append($0) }
        return happened
    }

    /// Moves the clock, and hands over what happens on the way, in order.
    ///
    /// - Parameters:
    ///   - date: The moment to go to, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - limit: How many events may happen.
    ///   - body: Takes each occurrence.
    /// - Throws: ``SimulatorError/tooManyEvents(limit:)`` when the limit is reached; the clock then stands at the last
    ///   event, and the call may be repeated.
    public mutating func advance(
        to date: Int64, limit: Int = .max, handling body: (StoreOccurrence) -> Void
    ) throws(SimulatorError) {
        try checkMove(to: date)
        var count = 0
        while let next = queue.first, next.date <= max(date, now) {
            guard count < limit else { throw .tooManyEvents(limit: limit) }
            count += 1
            _ = step(until: max(date, now))
            for occurrence in occurrences { body(occurrence) }
            occurrences.removeAll(keepingCapacity: true)
        }
        now = max(now, date)
    }

    /// Refuses a moment that the clock cannot go to.
    func checkMove(to date: Int64) throws(SimulatorError) {
        guard date >= now else { throw .timeRunsBackwards(from: now, to: date) }
        guard date <= StoreWorld.lastDate else { throw .dateOutOfRange(date) }
    }

    private mutating func takeOccurrences() -> [StoreOccurrence] {
        defer {
            occurrences = []
            dropStaleEvents()
        }
        return occurrences
    }

    /// Lets the next event happen, if there is one until a date.
    private mutating func step(until date: Int64) -> Bool {
        dropStaleEvents()
        guard let event = queue.first, event.date <= date else { return false }
        queue.removeFirst()
        now = max(now, event.date)
        switch event.subject {
        case .line(let line): lineEvent(line, planned: event.date)
        case .externalPurchase(let index): externalPurchaseEvent(index, planned: event.date)
        }
        dropStaleEvents()
        return true
    }

    private mutating func dropStaleEvents() {
        while let event = queue.first {
            let generation =
                switch event.subject {
                case .line(let line): lines[line].generation
                case .externalPurchase(let index): externalPurchases[index].generation
                }
            if generation == event.generation { return }
            queue.removeFirst()
        }
    }
}
