internal import AppStoreModels
internal import AppStoreServerAPI
internal import EntitlementStorage
internal import NotificationProcessing
internal import Reconciliation

/// Reads the App Store's history of notifications to its end, and keeps the place after each page.
struct BackfillRun {
    /// How often a window is begun again because its token is not taken any more.
    private static let restartLimit = 3

    let client: AppStoreServerAPIClient
    let store: any EntitlementStore
    /// Brings in what is missing; `nil` where it is only shown.
    let merger: FactMerger?
    var plan: BackfillPlan
    let place: PlaceFile
    var report: BackfillReport
    let io: CommandIO

    mutating func run() async -> Result<ExitStatus, CommandError> {
        var restarts = 0
        while plan.typeIndex < plan.questions {
            switch await readPages() {
            case .success: break
            case .failure(.server(let error))
            where error.isExpiredToken && plan.token != nil && restarts < Self.restartLimit:
                restarts += 1
                plan.token = nil
                report.beginAgain()
                io.warn("the App Store does not take the place any more", hint: "the window is read from its beginning")
                continue
            case .failure(.server(let error)):
                report.finish(isComplete: false)
                if error.isRetryable { io.hint("go on with \(PlaceFile.continuation.dashed)") }
                return .failure(CommandError(error))
            case .failure(.command(let error)):
                report.finish(isComplete: false)
                return .failure(error)
            }
            plan.typeIndex += 1
            plan.token = nil
            report.beginQuestion()
        }
        place.remove(io: io)
        report.finish(isComplete: true)
        return .success(report.status)
    }

    private enum Failure: Error {
        case server(ServerAPIError)
        case command(CommandError)
    }

    private mutating func readPages() async -> Result<Void, Failure> {
        do throws(ServerAPIError) {
            var pages = try client.notificationHistory(plan.request, after: plan.token).makeAsyncIterator()
            while let page = try await pages.next() {
                do throws(CommandError) { try await take(page.value) } catch { return .failure(.command(error)) }
                // Only what is committed is passed by.
                plan.token = page.value.hasMore ? page.value.paginationToken : nil
                if page.value.hasMore { place.save(plan.json, io: io) }
                guard io.output.failure == nil else { return .success(()) }
            }
            return .success(())
        } catch {
            return .failure(.server(error))
        }
    }

    private mutating func take(_ page: NotificationPage) async throws(CommandError) {
        let found: NotificationBackfill.Page
        do throws(StoreError) { found = try await NotificationBackfill(store: store).examine(page) } catch {
            throw CommandError(error)
        }
        var outcomes: [ProcessingReport] = []
        if let merger {
            do throws(FactMerger.Failure) {
                outcomes = try await merger.merge(found.unheld.map(\.content), source: .history)
            } catch {
                throw CommandError(error)
            }
        }
        report.add(found, outcomes)
    }
}

extension ServerAPIError {
    /// Whether a token that led to further pages is not taken any more.
    fileprivate var isExpiredToken: Bool {
        guard case .refused(let refusal) = self else { return false }
        return refusal.code == .paginationTokenExpired || refusal.code == .invalidPaginationToken
    }
}
