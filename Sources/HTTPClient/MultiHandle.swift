internal import CCurl

/// curl's set of transfers and connections (`CURLM`), freed with the value.
///
/// All but ``wakeUp()`` is for one thread at a time.
@safe final class MultiHandle: Sendable {
    // Safe to share: set once; curl allows `curl_multi_wakeup` from any thread, the rest stays on the client's thread.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    /// Makes an empty set that keeps so many idle connections.
    init(connections: Int) throws(HTTPClientError) {
        guard Self.isCurlReady, let created = unsafe curl_multi_init() else {
            throw .failed(code: CURLE_FAILED_INIT.rawValue)
        }
        unsafe multi = created
        guard unsafe curlShimLimit(multi, connections) == CURLM_OK else {
            throw .failed(code: CURLE_FAILED_INIT.rawValue)
        }
    }

    deinit { _ = unsafe curl_multi_cleanup(multi) }

    /// Ends the present or the next wait.
    func wakeUp() {
        _ = unsafe curl_multi_wakeup(multi)
    }

    /// Begins a transfer, which must be removed before it is freed.
    func add(_ transfer: RunningTransfer) -> Bool {
        unsafe transfer.withHandle { unsafe curl_multi_add_handle(multi, $0) } == CURLM_OK
    }

    /// Takes a transfer out, whether it has ended or not.
    func remove(_ transfer: RunningTransfer) {
        _ = unsafe transfer.withHandle { unsafe curl_multi_remove_handle(multi, $0) }
    }

    /// Does what can be done without waiting.
    func perform() {
        var running: Int32 = 0
        _ = unsafe curl_multi_perform(multi, &running)
    }

    /// Waits until there is something to do, or for so long.
    func wait(milliseconds: Int) {
        _ = unsafe curl_multi_poll(multi, nil, 0, Int32(clamping: milliseconds), nil)
    }

    /// A transfer that has ended, each once.
    func nextEnded() -> (transfer: RunningTransfer, code: CURLcode)? {
        var code = CURLE_OK
        guard let context = unsafe curlShimEnded(multi, &code) else { return nil }
        return (unsafe Unmanaged<RunningTransfer>.fromOpaque(context).takeUnretainedValue(), code)
    }

    /// Once for the process, before anything else; never undone.
    private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
