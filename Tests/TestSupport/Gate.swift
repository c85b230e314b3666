/// Holds up those who come until it is opened, and tells when the first has come.
package actor Gate {
    private var isOpen = false
    private var arrivals = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var expecting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// A gate that is closed.
    package init() {}

    /// Waits until the gate is open.
    package func pass() async {
        arrivals += 1
        for expectation in expecting where expectation.count <= arrivals { expectation.continuation.resume() }
        expecting.removeAll { $0.count <= arrivals }
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Waits until so many have come.
    package func arrivals(_ count: Int) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { expecting.append((count, $0)) }
    }

    /// Lets everybody through, those who come later too.
    package func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
