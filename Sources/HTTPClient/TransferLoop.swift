internal import CCurl

/// What the client's thread does with its transfers, turn by turn; lives on that thread only.
struct TransferLoop {
    private let configuration: ClientConfiguration
    private let multi: MultiHandle
    private var waiting: [Transfer] = []
    private var running: [ObjectIdentifier: RunningTransfer] = [:]

    init(_ configuration: ClientConfiguration, _ multi: MultiHandle) {
        self.configuration = configuration
        self.multi = multi
    }

    /// Takes what has come in, does what can be done, and waits for more.
    mutating func turn(submitted: [Transfer], cancelled: [Transfer]) {
        waiting += submitted
        for transfer in cancelled { end(transfer, .failure(.cancelled)) }
        startWaiting()
        let now = ContinuousClock.now
        for transfer in running.values {
            if let time = transfer.pausedUntil, time <= now { transfer.resume() }
        }
        multi.perform()
        while let (transfer, code) = multi.nextEnded() { complete(transfer, code) }
        for transfer in running.values where transfer.request.limits.disconnectsAfterSending && transfer.isSent {
            end(transfer.transfer, .failure(.disconnected))
        }
        // In the room that has become free; curl does not wait when there is something new.
        startWaiting()
        multi.wait(milliseconds: timeout)
    }

    /// Ends all transfers, and those that were to come.
    mutating func endAll(submitted: [Transfer]) {
        for transfer in running.values { end(transfer.transfer, .failure(.shutDown)) }
        for transfer in waiting + submitted { transfer.end(.failure(.shutDown)) }
        waiting = []
    }

    /// Milliseconds until a paused body goes on; wake-ups and curl's own times end the wait earlier.
    private var timeout: Int {
        let idle = 60_000
        guard let time = running.values.compactMap(\.pausedUntil).min() else { return idle }
        let left = ContinuousClock.now.duration(to: time).components
        // Rounded up, so as not to wake too early and again.
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
        return max(0, min(idle, Int(milliseconds)))
    }

    private mutating func startWaiting() {
        while running.count < configuration.maximumTransfers, !waiting.isEmpty {
            let batch = waiting.prefix(configuration.maximumTransfers - running.count)
            waiting.removeFirst(batch.count)
            for transfer in batch where !transfer.hasEnded { start(transfer, transfer.request) }
        }
    }

    private mutating func start(_ transfer: Transfer, _ request: PreparedRequest) {
        do throws(HTTPClientError) {
            let started = try RunningTransfer(transfer, request, configuration)
            guard multi.add(started) else { throw .failed(code: CURLE_FAILED_INIT.rawValue) }
            running[ObjectIdentifier(transfer)] = started
        } catch {
            transfer.end(.failure(error))
        }
    }

    private mutating func complete(_ ended: RunningTransfer, _ code: CURLcode) {
        let result = ended.result(code)
        do throws(HTTPClientError) {
            let next = try ended.redirected(result.get())
            guard let next else { return end(ended.transfer, result) }
            multi.remove(ended)
            running[ObjectIdentifier(ended.transfer)] = nil
            start(ended.transfer, next)
        } catch {
            end(ended.transfer, .failure(error))
        }
    }

    private mutating func end(_ transfer: Transfer, _ result: Result<ClientResponse, HTTPClientError>) {
        if let ended = running.removeValue(forKey: ObjectIdentifier(transfer)) { multi.remove(ended) }
        transfer.end(result)
    }
}
