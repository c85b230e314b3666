internal import Entitlements
internal import EntitlementStorage

/// Lets waiting submissions share one transaction of the store.
///
/// While one transaction is being made durable the next submissions gather, so a busy store commits large groups and an
/// idle one commits at once; nothing waits for a timer. A store with several writers gets a second group only when
/// enough waits to make one: small groups cost more than they gain. The queue is bounded: past it the answer is
/// `store.full`.
actor GroupCommitter {
    private typealias Waiting = (
        submission: Submission, continuation: CheckedContinuation<Result<CommitResult, StoreError>, Never>
    )

    private let store: any EntitlementStore
    private let capacity: Int
    private let groupSize: Int
    private var queue: [Waiting] = []
    /// How many groups may be committed side by side.
    private let concurrency: Int
    /// How many are.
    private var running = 0
    private var groups = 0
    private var committed = 0
    private var idle: [CheckedContinuation<Void, Never>] = []

    /// Takes at most `capacity` waiting submissions, and lets at most `groupSize` share one transaction.
    init(store: any EntitlementStore, capacity: Int, groupSize: Int) {
        self.store = store
        self.capacity = capacity
        self.groupSize = groupSize
        concurrency = max(store.commitConcurrency, 1)
    }

    /// How much waits, and how much was committed.
    var statistics: CommitStatistics {
        CommitStatistics(waiting: queue.count, groups: groups, submissions: committed)
    }

    /// Commits a submission together with whatever else waits; returns when it is durable.
    func commit(_ submission: Submission) async throws(StoreError) -> CommitResult {
        guard queue.count < capacity else { throw .full(reason: "\(queue.count) submissions are waiting") }
        let result = await withCheckedContinuation { continuation in
            queue.append((submission, continuation))
            startCommitting()
        }
        return try result.get()
    }

    /// Returns when everything that was waiting has been answered.
    func flush() async {
        guard running > 0 else { return }
        await withCheckedContinuation { idle.append($0) }
    }

    private func startCommitting() {
        // A group costs about as much as some thirty submissions in it, so another is only begun when it is a whole one.
        guard running == 0 || running < concurrency && queue.count >= groupSize else { return }
        running += 1
        Task { await self.commitGroups() }
    }

    private func commitGroups() async {
        while !queue.isEmpty {
            let group = Array(queue.prefix(groupSize))
            queue.removeFirst(group.count)
            await commit(group)
        }
        running -= 1
        guard running == 0 else { return }
        let waiting = idle
        idle = []
        for continuation in waiting { continuation.resume() }
    }

    private func commit(_ group: [Waiting]) async {
        do {
            let results = try await store.commit(group.map(\.submission))
            groups += 1
            committed += results.count
            for (waiting, result) in zip(group, results) {
                waiting.continuation.resume(returning: .success(result))
            }
            for waiting in group.dropFirst(results.count) {
                waiting.continuation.resume(
                    returning: .failure(.defect("the store answered fewer submissions than it was given")))
            }
        } catch .defect where group.count > 1 {
            // One submission that the store cannot take must not keep the others out, now and at every retry.
            for waiting in group { await commit([waiting]) }
        } catch {
            for waiting in group { waiting.continuation.resume(returning: .failure(error)) }
        }
    }
}
