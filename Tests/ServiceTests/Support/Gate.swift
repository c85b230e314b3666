/// Holds up those who come until it is opened, and tells when the first has come.
actor Gate {
    private var isOpen = false
    private var arrivals = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var expecting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Waits until the gate is open.
    func pass() async {
        arrivals += 1
        for expectation in expecting where expectation.count <= arrivals { expectation.continuation.resume() }
        expecting.removeAll { $0.count <= arrivals }
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Waits until so many have come.
    func arrivals(_ count: Int) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { expecting.append((count, $0)) }
    }

    /// Lets everybody through, those who come later too.
    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
