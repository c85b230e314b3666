internal import EntitlementStorage
internal import Entitlements

/// Tells what time alone has changed: access that ended without a word from the App Store.
struct ClockSweep: Sendable {
    /// Lines looked at in one transaction, so that deliveries need not wait for long.
    private static let step = 200

    let store: any EntitlementStore
    let now: @Sendable () -> Int64
    let log: @Sendable (ServiceEvent) -> Void
    /// Called when lines were looked at.
    let hasSwept: @Sendable () -> Void

    /// Looks at every line whose bound has passed.
    func run() async {
        do throws(StoreError) {
            let now = now()
            var isDone = false
            while !isDone, !Task.isCancelled {
                let count = try await store.sweep(at: now, limit: Self.step)
                if count > 0 { hasSwept() }
                isDone = count < Self.step
            }
        } catch {
            // The bounds stay; the next sweep finds them again.
            log(.failed(FailureEvent(at: now(), task: "sweep", code: error.code, message: error.description)))
        }
    }

    /// Sweeps again and again, until the task is cancelled.
    func run(every seconds: Int) async {
        while !Task.isCancelled {
            await run()
            try? await Task.sleep(for: .seconds(seconds))
        }
    }
}
