internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import Reconciliation

/// Goes through what is to be compared, a page at a time, and keeps the place after each.
struct ReconcileRun {
    /// How many lines are compared before anything is brought in.
    private static let pageSize = 64

    let store: any EntitlementStore
    var reconciler: Reconciler
    /// Brings in what differs; `nil` where it is only shown.
    let merger: FactMerger?
    let configuration: EvaluationConfiguration
    let verifier: SignedDataVerifier
    var start: ReconcilePlace
    let place: PlaceFile
    var report: ReconcileReport
    let io: CommandIO

    /// Why the rest was not gone through.
    private var ending: ReconciledPage.Ending?

    init(
        store: any EntitlementStore, reconciler: Reconciler, merger: FactMerger?,
        configuration: EvaluationConfiguration, verifier: SignedDataVerifier, start: ReconcilePlace, place: PlaceFile,
        report: ReconcileReport, io: CommandIO
    ) {
        self.store = store
        self.reconciler = reconciler
        self.merger = merger
        self.configuration = configuration
        self.verifier = verifier
        self.start = start
        self.place = place
        self.report = report
        self.io = io
    }

    /// Says what would be done.
    func plan() async throws(CommandError) -> String {
        let subject: String
        if case .ids(let file) = start.selection {
            subject = "about the ids in \(InputResolver.name(file))"
        } else {
            var count = 0
            if let lines = try await namedLines() {
                count = lines.count
            } else {
                var after = start.after
                while let page = try await nextPage(after: &after) { count += page.count }
            }
            subject = count == 1 ? "about 1 line" : "about \(count) lines"
        }
        return "would ask the App Store (\(start.environment)) \(subject), and bring in what differs"
    }

    /// Does it.
    mutating func run() async -> Result<ExitStatus, CommandError> {
        do throws(CommandError) {
            try await checkLeftOver()
            if ending == nil, !start.isAtEnd { try await checkAll() }
        } catch {
            report.finish(isComplete: false)
            return .failure(error)
        }
        let isComplete = ending == nil && start.isAtEnd
        if isComplete, report.uncheckedCount == 0 { place.remove(io: io) } else { place.save(start.json, io: io) }
        report.finish(isComplete: isComplete)
        return end()
    }

    private func end() -> Result<ExitStatus, CommandError> {
        let goOn = "go on with \(PlaceFile.continuation.dashed)"
        switch ending {
        case .refused(let error): return .failure(CommandError(error))
        case .silence(let error?):
            let problem = Problem(error)
            return .failure(
                .unavailable(Problem("the App Store does not answer: \(problem.text)", hint: problem.hint ?? goOn)))
        case .silence(nil): return .failure(.unavailable(Problem("the App Store does not answer", hint: goOn)))
        case .budget: io.hint("the budget is used up: \(goOn)")
        case nil: if report.uncheckedCount > 0 { io.hint("for what was not checked: \(goOn)") }
        }
        return .success(report.status)
    }

    // MARK: - Going through

    /// Asks again about what nothing could be found out about by the run before.
    private mutating func checkLeftOver() async throws(CommandError) {
        var rest = start.takeUnchecked()[...]
        while !rest.isEmpty, ending == nil {
            let ids = Array(rest.prefix(ReconcileRun.pageSize))
            let page: ReconciledPage
            do throws(StoreError) { page = try await reconciler.check(ids: ids) } catch { throw CommandError(error) }
            try await take(page, count: ids.count)
            rest = rest.dropFirst(ids.count)
            if ending != nil { rest = ids.dropFirst(page.settledCount) + rest }
        }
        for id in rest { start.note(unchecked: id) }
    }

    private mutating func checkAll() async throws(CommandError) {
        if case .ids(let file) = start.selection { return try await checkIDs(file) }
        if let lines = try await namedLines() { return try await checkNamed(lines) }
        var after = start.after
        while io.output.failure == nil {
            guard let records = try await nextPage(after: &after) else {
                start.isAtEnd = true
                return
            }
            let page = try await check(records, isWalk: start.selection == .all)
            try await take(page, count: records.count)
            if ending == nil {
                start.after = after
            } else if page.settledCount > 0 {
                start.after = records[page.settledCount - 1].line
            }
            place.save(start.json, io: io)
            guard ending == nil else { return }
        }
    }

    private mutating func checkNamed(_ records: [LineRecord]) async throws(CommandError) {
        while start.done < records.count, ending == nil {
            let group = Array(records.dropFirst(start.done).prefix(ReconcileRun.pageSize))
            let page = try await check(group, isWalk: false)
            try await take(page, count: group.count)
            start.done += ending == nil ? group.count : page.settledCount
        }
        start.isAtEnd = ending == nil
    }

    private mutating func checkIDs(_ file: String) async throws(CommandError) {
        var points = try StartingPoints(file, scope: reconciler.scope, verifier: verifier, io: io)
        var skipped = 0
        while skipped < start.done {
            let group = try points.next(min(start.done - skipped, ReconcileRun.pageSize))
            guard !group.isEmpty else { break }
            skipped += group.count
        }
        while ending == nil, io.output.failure == nil {
            let group = try points.next(ReconcileRun.pageSize)
            guard !group.isEmpty else {
                start.isAtEnd = true
                return
            }
            let ids = group.flatMap(\.ids)
            let page: ReconciledPage
            do throws(StoreError) { page = try await reconciler.check(ids: ids) } catch { throw CommandError(error) }
            for point in group { report.add(point) }
            try await take(page, count: ids.count)
            // A line is dealt with when all its ids are.
            var remaining = ending == nil ? ids.count : page.settledCount
            for point in group {
                guard point.ids.count <= remaining else { break }
                remaining -= point.ids.count
                start.done += 1
            }
            place.save(start.json, io: io)
        }
    }

    // MARK: - One page

    private mutating func check(_ records: [LineRecord], isWalk: Bool) async throws(CommandError) -> ReconciledPage {
        do throws(StoreError) { return try await reconciler.check(records, isWalk: isWalk) } catch {
            throw CommandError(error)
        }
    }

    private mutating func take(_ page: ReconciledPage, count: Int) async throws(CommandError) {
        // What was compared is told before it may turn out that it cannot be brought in.
        report.add(page, count: page.ending == nil ? count : page.settledCount)
        for unchecked in page.unchecked { start.note(unchecked: unchecked.id) }
        ending = page.ending
        guard let merger else { return }
        do throws(FactMerger.Failure) { report.add(try await merger.merge(page)) } catch { throw CommandError(error) }
    }

    /// The next page of the walk through the store, without what cannot be asked about; `nil` at the end.
    private func nextPage(after: inout LineIdentity?) async throws(CommandError) -> [LineRecord]? {
        do throws(StoreError) {
            let page = try await store.lines(
                after: after, environment: start.environment, limit: ReconcileRun.pageSize)
            guard let last = page.last?.line else { return nil }
            after = last
            return page.filter {
                reconciler.canAsk(about: $0.line)
                    && start.selection.takes($0, configuration: configuration, now: io.now())
            }
        } catch {
            throw CommandError(error)
        }
    }

    /// The lines that the selection names; `nil` where it goes through the whole store.
    private func namedLines() async throws(CommandError) -> [LineRecord]? {
        let id: String
        do throws(StoreError) {
            let lines: [LineIdentity]
            switch start.selection {
            case .customer(let named):
                id = named
                lines = try await store.lines(ofCustomer: named, environment: start.environment)
            case .line(let named):
                id = named
                lines = try await store.lines(originalTransactionId: named, environment: start.environment)
            case .all, .stale, .state, .ids: return nil
            }
            var records: [LineRecord] = []
            for line in lines where reconciler.canAsk(about: line) {
                if let record = try await store.line(line) { records.append(record) }
            }
            if !records.isEmpty { return records }
        } catch {
            throw CommandError(error)
        }
        throw .notFound(
            Problem(
                "nothing is known of \(Quoted.word(id)) in \(start.environment)",
                hint: "\(ReconcileSelection.ids.dashed) asks about what is not known here"))
    }
}
