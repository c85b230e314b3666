/// What will happen by itself, the earliest first; of events at one moment the one planned first.
struct EventQueue: Sendable {
    struct Event: Sendable {
        var date: Int64
        var order: UInt64
        var subject: Subject
        /// The event counts only while its subject's generation is this one.
        var generation: UInt32
    }

    enum Subject: Hashable, Sendable {
        case line(Int)
        case externalPurchase(Int)
    }

    private var heap: [Event] = []
    private var count: UInt64 = 0

    var first: Event? { heap.first }

    mutating func insert(_ subject: Subject, generation: UInt32, at date: Int64) {
        heap.append(Event(date: date, order: count, subject: subject, generation: generation))
        count += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard isBefore(child, parent) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isBefore(child, least) {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(least, parent)
            parent = least
        }
    }

    mutating func removeAll() { heap.removeAll() }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (heap[left].date, heap[left].order) < (heap[right].date, heap[right].order)
    }
}
