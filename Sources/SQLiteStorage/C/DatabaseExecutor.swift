internal import Dispatch

/// Runs an actor's work on a queue of its own, one job after the other.
///
/// SQLite blocks while it waits for the disk or for a lock; on the shared pool it would hold up everybody.
final class DatabaseExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
