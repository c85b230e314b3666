internal import Dispatch

/// Runs an actor's work on a queue of its own, one job after the other.
///
/// A database blocks its caller while it waits for a disk, a lock or an answer; on the shared pool it would hold up
/// everybody.
package final class DatabaseExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes the queue.
    package init(label: String) { queue = DispatchQueue(label: label) }

    /// What an actor names as its executor.
    @safe package var unowned: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
