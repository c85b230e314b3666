internal import CCurl

/// The functions that curl calls, each on the client's own thread.
extension RunningTransfer {
    /// More of the request's body can be sent.
    static let read: curl_read_callback = { buffer, size, count, context in
        guard let running = unsafe running(context), let buffer = unsafe buffer else {
            return Int(CURL_READFUNC_ABORT)
        }
        switch running.source.next(room: size * count, now: .now) {
        case .wait(let time):
            running.pausedUntil = time
            return Int(CURL_READFUNC_PAUSE)
        case .send(let bytes):
            unsafe bytes.withUnsafeBytes { bytes in
                if let start = bytes.baseAddress {
                    unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: bytes.count)
                }
            }
            return bytes.count
        }
    }

    /// The request is sent once more, since an old connection turned out to be dead.
    static let seek: curl_seek_callback = { context, offset, origin in
        guard origin == SEEK_SET, let running = unsafe running(context), let place = Int(exactly: offset),
            running.source.seek(to: place)
        else { return Int32(CURL_SEEKFUNC_FAIL) }
        return Int32(CURL_SEEKFUNC_OK)
    }

    /// A line of the response's head has come.
    static let header: curl_write_callback = { bytes, size, count, context in
        guard let running = unsafe running(context) else { return 0 }
        if running.request.limits.disconnectsAfterSending, running.isSent { return 0 }
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe running.reading.takeHead(line) ? size * count : 0
    }

    /// Some of the response's body has come.
    static let write: curl_write_callback = { bytes, size, count, context in
        guard let running = unsafe running(context) else { return 0 }
        let body = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe running.reading.takeBody(body) ? size * count : 0
    }

    /// A connection is to be made to an address.
    static let open: curl_opensocket_callback = { context, purpose, address in
        guard let running = unsafe running(context), let address = unsafe address,
            purpose == CURLSOCKTYPE_IPCXN, let peer = unsafe PeerAddress(address)
        else { return CURL_SOCKET_BAD }
        guard running.addresses.allows(peer) else {
            running.refusedAddress = peer
            return CURL_SOCKET_BAD
        }
        running.hasTriedAddress = true
        return unsafe socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    private static func running(_ context: UnsafeMutableRawPointer?) -> RunningTransfer? {
        unsafe context.map { unsafe Unmanaged<RunningTransfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
