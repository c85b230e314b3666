internal import AppStoreModels
package import AppStoreServerAPI
package import EntitlementStorage
package import Entitlements

/// Compares lines of a store with what the App Store says, a page at a time, and changes nothing.
///
/// The budget, the client with its limits, and what was answered already are kept from page to page; nothing else is,
/// so memory does not grow with the store.
package struct Reconciler: Sendable {
    /// How many customers in a row may stay without an answer before the rest is not asked about.
    package static let patience = 10

    private let store: any EntitlementStore
    private let inquiry: CustomerInquiry
    /// The app and the environment that are asked about.
    package let scope: AppScope
    private let configuration: EvaluationConfiguration
    private let width: Int
    private let now: @Sendable () -> Int64
    private var answered = AnsweredLines()
    private var unansweredInARow = 0

    /// - Parameters:
    ///   - store: The store.
    ///   - client: Asks, in the one environment that it is configured for.
    ///   - budget: How many requests may be sent.
    ///   - includesRefunds: Whether the refund history is read too; refunds are also in the history of transactions.
    ///   - configuration: The rules of answers.
    ///   - width: How many customers are asked about at a time.
    ///   - now: The moment at which answers are compared, in milliseconds since 1970.
    package init(
        store: any EntitlementStore, client: AppStoreServerAPIClient, budget: RequestBudget,
        includesRefunds: Bool = false, configuration: EvaluationConfiguration = EvaluationConfiguration(),
        width: Int = 8, now: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        inquiry = CustomerInquiry(client: client, budget: budget, includesRefunds: includesRefunds)
        scope = AppScope(
            environment: client.configuration.environment.rawValue,
            bundleId: client.configuration.credentials.bundleId)
        self.configuration = configuration
        self.width = max(width, 1)
        self.now = now
    }

    /// Whether the App Store can be asked about a line: it is this app's, and of this environment.
    package func canAsk(about line: LineIdentity) -> Bool { line.scope == scope }

    /// Compares a page of lines, which must all be such as can be asked about.
    ///
    /// Lines that an earlier answer told of are not asked about again.
    ///
    /// - Parameters:
    ///   - records: What the store holds of the lines, in order.
    ///   - isWalk: Whether every line of the store comes in order, so that those before this page were compared.
    /// - Returns: What was found out.
    /// - Throws: ``StoreError``.
    package mutating func check(
        _ records: [LineRecord], isWalk: Bool = false
    ) async throws(StoreError) -> ReconciledPage {
        var run = PageRun(
            held: Dictionary(records.map { ($0.line, $0) }, uniquingKeysWith: { first, _ in first }),
            passed: isWalk ? records.first?.line : nil)
        run.settled = Set(records.map(\.line).filter { answered.remove($0) })
        var open = records.filter { !run.settled.contains($0.line) }
        while !open.isEmpty, run.page.ending == nil {
            let rest = try await ask(Reconciler.customers(open).map { Subject($0) }, &run)
            open = rest.filter { !run.settled.contains($0.line) }
        }
        return finished(run, lines: records.map(\.line))
    }

    /// Compares what the App Store has about the customers whom some ids lead to, known here or not.
    package mutating func check(ids: [String]) async throws(StoreError) -> ReconciledPage {
        var run = PageRun(held: [:], passed: nil)
        let lines = ids.map { LineIdentity(scope: scope, originalTransactionId: $0) }
        var seen: Set<LineIdentity> = []
        let open = lines.filter { !answered.contains($0) && seen.insert($0).inserted }
        run.settled = Set(lines).subtracting(open)
        _ = try await ask(open.map { Subject($0) }, &run)
        return finished(run, lines: lines)
    }

    /// The page, in the order of its lines whatever the order of the answers was.
    private func finished(_ run: PageRun, lines: [LineIdentity]) -> ReconciledPage {
        var page = run.page
        page.comparisons.sort { $0.line < $1.line }
        page.settledCount = lines.prefix { run.settled.contains($0) }.count
        return page
    }

    // MARK: - One step

    /// How many customers are asked about side by side: fewer when the budget ends, or nobody would be asked to the end.
    private var stepWidth: Int { inquiry.budget.remaining.map { min(width, max($0 / 3, 1)) } ?? width }

    /// Whom one question is about: a line, and others that seem to be the same customer's.
    private struct Subject: Sendable {
        var line: LineIdentity
        var hasSubscription = false
        var others: [LineRecord] = []

        init(_ line: LineIdentity) { self.line = line }

        init(_ records: [LineRecord]) {
            line = records[0].line
            hasSubscription = records.contains { $0.isSubscription }
            others = Array(records.dropFirst())
        }
    }

    /// A page while it is worked on.
    private struct PageRun {
        let held: [LineIdentity: LineRecord]
        let passed: LineIdentity?
        var page = ReconciledPage()
        var settled: Set<LineIdentity> = []
        var compared: Set<LineIdentity> = []

        init(held: [LineIdentity: LineRecord], passed: LineIdentity?) {
            self.held = held
            self.passed = passed
        }
    }

    /// Asks about some customers, a few at a time, and gives the lines that the answers left open.
    ///
    /// Each answer is dealt with when it comes, so that one that is late holds up nobody, and no more than those few are
    /// held at once.
    private mutating func ask(_ subjects: [Subject], _ run: inout PageRun) async throws(StoreError) -> [LineRecord] {
        let inquiry = inquiry
        let result = await withTaskGroup(of: (Subject, Result<FetchedCustomer, InquiryFailure>).self) { group in
            var waiting = subjects[...]
            var open: [LineRecord] = []
            var inFlight = 0
            while true {
                while inFlight < stepWidth, run.page.ending == nil, let subject = waiting.popFirst() {
                    // Another one's answer may have told of it meanwhile.
                    if run.settled.contains(subject.line)
                        || run.held[subject.line] == nil && answered.contains(subject.line)
                    {
                        run.settled.insert(subject.line)
                        open += subject.others
                        continue
                    }
                    inFlight += 1
                    group.addTask {
                        do throws(InquiryFailure) {
                            let customer = try await inquiry.ask(
                                subject.line.originalTransactionId, knowsSubscription: subject.hasSubscription)
                            return (subject, .success(customer))
                        } catch {
                            return (subject, .failure(error))
                        }
                    }
                }
                guard let (subject, found) = await group.next() else { break }
                inFlight -= 1
                do throws(StoreError) {
                    open += try await take(found, about: subject, &run)
                } catch {
                    group.cancelAll()
                    return Result<[LineRecord], StoreError>.failure(error)
                }
            }
            return .success(open)
        }
        return try result.get()
    }

    private mutating func take(
        _ found: Result<FetchedCustomer, InquiryFailure>, about subject: Subject, _ run: inout PageRun
    ) async throws(StoreError) -> [LineRecord] {
        switch found {
        case .success(let customer):
            unansweredInARow = 0
            try await take(customer, about: subject, &run)
            return subject.others
        case .failure(let failure): return try await take(failure, about: subject, &run)
        }
    }

    private mutating func take(
        _ customer: FetchedCustomer, about subject: Subject, _ run: inout PageRun
    ) async throws(StoreError) {
        let id = subject.line.originalTransactionId
        run.page.refusals += customer.refusals.map { ReconciledPage.Refusal(id: id, failure: $0) }
        run.settled.insert(subject.line)
        // An id that stands for no line, such as that of a renewal, is nothing to compare by itself.
        let isHeld = run.held[subject.line] != nil
        let lines = Set(customer.lines + (isHeld ? [subject.line] : []))
        for line in lines.sorted() {
            guard run.compared.insert(line).inserted, line == subject.line || !answered.contains(line) else { continue }
            var ours = run.held[line]
            if ours == nil { ours = try await store.line(line) }
            if ours != nil, run.held[line] == nil, let passed = run.passed, line < passed { continue }
            run.page.comparisons.append(
                LineComparison(
                    line, ours: ours, statements: customer.statements, status: customer.statuses[line],
                    isAsked: line == subject.line, at: now(), configuration: configuration))
            if run.held[line] == nil { answered.insert(line) } else { run.settled.insert(line) }
        }
    }

    private mutating func take(
        _ failure: InquiryFailure, about subject: Subject, _ run: inout PageRun
    ) async throws(StoreError) -> [LineRecord] {
        let id = subject.line.originalTransactionId
        switch failure {
        case .budget:
            run.page.ending = .budget
            return []
        case .server(let error) where error.isAboutTheID:
            unansweredInARow = 0
            run.settled.insert(subject.line)
            guard run.compared.insert(subject.line).inserted else { return subject.others }
            var ours = run.held[subject.line]
            if ours == nil { ours = try await store.line(subject.line) }
            run.page.comparisons.append(
                LineComparison(unknownAtApple: subject.line, ours: ours, at: now(), configuration: configuration))
            return subject.others
        case .server(let error) where error.isFinal:
            run.page.ending = .refused(error)
            return []
        case .server, .endless:
            let error: ServerAPIError? = if case .server(let error) = failure { error } else { nil }
            for line in [subject.line] + subject.others.map(\.line) where run.settled.insert(line).inserted {
                run.page.unchecked.append(.init(id: line.originalTransactionId, error: error))
            }
            if run.page.unchecked.isEmpty { run.page.unchecked.append(.init(id: id, error: error)) }
            unansweredInARow += 1
            if unansweredInARow >= Reconciler.patience { run.page.ending = .silence(error) }
            return []
        }
    }

    /// Gathers lines that seem to be one customer's, by the download of the app that they name.
    private static func customers(_ records: [LineRecord]) -> [[LineRecord]] {
        var places: [String: Int] = [:]
        var customers: [[LineRecord]] = []
        for record in records {
            if let download = record.download {
                if let place = places[download] {
                    customers[place].append(record)
                    continue
                }
                places[download] = customers.count
            }
            customers.append([record])
        }
        return customers
    }
}

extension LineRecord {
    /// The app transaction that some statement names.
    fileprivate var download: String? {
        for identity in identities {
            if let id = held(identity)?.statement.appTransactionId { return id }
        }
        return nil
    }

    /// Whether anything shows that it is a subscription.
    fileprivate var isSubscription: Bool {
        identities.contains { identity in
            guard case .transaction(let transaction)? = held(identity)?.statement else { return true }
            return transaction.type == ProductType.autoRenewableSubscription.rawValue
        }
    }
}

extension ServerAPIError {
    /// Whether it says that there is nothing of that id.
    fileprivate var isAboutTheID: Bool {
        switch self {
        case .invalidRequest: true
        case .refused(let refusal):
            !refusal.isRetryable && (refusal.isNotFound && refusal.code != nil || refusal.code == .invalidTransactionId)
        default: false
        }
    }

    /// Whether every other question would end alike.
    fileprivate var isFinal: Bool {
        switch self {
        case .refused(let refusal): !refusal.isRetryable
        case .signing, .noHost, .cancelled: true
        case .transport: !isRetryable
        default: false
        }
    }
}
