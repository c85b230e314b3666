internal import Synchronization
internal import TestSupport

/// What several connections send, and what is known of it.
///
/// An item is fresh until it is handed out; then in flight until a 200 comes, or until the service was asked after a
/// restart whether it holds it.
final class LoadPlan: Sendable {
    /// Counts of a whole run.
    struct Counts: Sendable {
        var requests = 0
        var answersByOutcome: [String: Int] = [:]
        /// Items whose answer never came, although they had been committed.
        var committedSilently = 0
        /// Items that were handed out and lost with the process, as they may be.
        var lost = 0
    }

    private struct State {
        var generator: SeededGenerator
        var made = 0
        var fresh: [LoadItem] = []
        var inFlight: [String: LoadItem] = [:]
        var recent: [LoadItem] = []
        /// Acknowledged, or found in the store.
        var held: Set<String> = []
        var acknowledged = 0
        var unwritten: [UInt8] = []
        var refusals: [String] = []
        var counts = Counts()

        /// Nothing has to be found out about what is held already, as a lost item may be that was sent twice since.
        mutating func send(_ item: LoadItem) {
            if !held.contains(item.key) { inFlight[item.key] = item }
        }
    }

    private let signer: TestSigner
    private let state: Mutex<State>

    init(seed: UInt64, signer: TestSigner) {
        self.signer = signer
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    var counts: Counts { state.withLock { $0.counts } }
    /// How many different items were answered 200.
    var acknowledged: Int { state.withLock { $0.acknowledged } }
    /// Everything that the store must hold, and nothing else.
    var held: Set<String> { state.withLock { $0.held } }
    /// Answers other than 200; there should be none.
    var refusals: [String] { state.withLock { $0.refusals } }

    /// Signs items until so many are fresh.
    func refill(_ count: Int) throws {
        try state.withLock { state in
            while state.fresh.count < count {
                state.fresh.append(try LoadItem(state.made, signer: signer))
                state.made += 1
            }
        }
    }

    /// The next item to send and its wording: one in four has been sent before, or is being sent right now.
    func next() -> (item: LoadItem, body: [UInt8]) {
        state.withLock { state in
            state.counts.requests += 1
            let repeats = !state.recent.isEmpty && state.generator.next() % 4 == 0
            guard !repeats, let item = state.fresh.popLast() else {
                let item = state.recent[Int(state.generator.next() % UInt64(state.recent.count))]
                state.send(item)
                return (item, state.generator.next() % 2 == 0 ? item.resigned ?? item.body : item.body)
            }
            state.send(item)
            if state.recent.count < 128 {
                state.recent.append(item)
            } else {
                state.recent[Int(state.generator.next() % 128)] = item
            }
            return (item, item.body)
        }
    }

    /// Notes an answer.
    func note(_ status: Int, _ text: String, for item: LoadItem, outcome: String?) {
        state.withLock { state in
            guard status == 200 else { return state.refusals.append("\(status) \(text)") }
            state.counts.answersByOutcome[outcome ?? "?", default: 0] += 1
            state.inFlight[item.key] = nil
            guard state.held.insert(item.key).inserted else { return }
            state.acknowledged += 1
            state.unwritten += item.body + [UInt8(ascii: "\n")]
        }
    }

    /// Decides about what was in flight when the process ended: it is held if the store has it, else it is fresh again.
    func settle(present: Set<String>) {
        state.withLock { state in
            for item in state.inFlight.values {
                if present.contains(item.key) {
                    state.held.insert(item.key)
                    state.unwritten += item.body + [UInt8(ascii: "\n")]
                    state.counts.committedSilently += 1
                } else {
                    state.fresh.append(item)
                    state.counts.lost += 1
                }
            }
            state.inFlight = [:]
        }
    }

    /// The bodies of items that have become held since the last call, one a line.
    func takeUnwritten() -> [UInt8] {
        state.withLock { state in
            defer { state.unwritten = [] }
            return state.unwritten
        }
    }
}
