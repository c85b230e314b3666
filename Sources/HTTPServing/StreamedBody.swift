internal import CMicroHTTPD
internal import Synchronization

/// A body on its way, shared between libmicrohttpd's thread, the task that makes the bytes, and the end of the server.
///
/// While the bytes are made the connection is suspended. As in ``Exchange``, the lock is held while it is suspended or
/// resumed, so that nobody resumes a connection that is not suspended, or one that is gone.
@safe final class StreamedBody: Sendable {
    private enum State {
        case ready(ArraySlice<UInt8>)
        case making(Task<Void, Never>?)
        case ended
    }

    private let state = Mutex(State.ready([]))
    private let stream: ResponseStream
    // Safe to share: used only under the lock, to suspend the connection from libmicrohttpd's own thread and to resume
    // it in the step that leaves `making`.
    private nonisolated(unsafe) let connection: OpaquePointer

    init(_ stream: ResponseStream, connection: OpaquePointer) {
        self.stream = stream
        unsafe self.connection = connection
    }

    /// Gives libmicrohttpd the next bytes: how many, 0 while there are none, nil at the end.
    ///
    /// To be called by libmicrohttpd's thread, inside its callback.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        state.withLock { state in
            switch state {
            case .ended: return nil
            case .making: return 0
            case .ready(let bytes) where bytes.isEmpty:
                unsafe MHD_suspend_connection(connection)
                state = .making(Task { [stream] in self.take(await stream.next()) })
                return 0
            case .ready(let bytes):
                let part = bytes.prefix(buffer.count)
                unsafe buffer.copyBytes(from: part)
                state = .ready(bytes.dropFirst(part.count))
                return part.count
            }
        }
    }

    /// Ends the body: what is not sent yet is left out, and what makes more is cancelled.
    func end() {
        let task = state.withLock { state -> Task<Void, Never>? in
            defer { state = .ended }
            guard case .making(let task) = state else { return nil }
            unsafe MHD_resume_connection(connection)
            return task
        }
        task?.cancel()
    }

    /// Notes that libmicrohttpd is done with the body, sent or not.
    func release() {
        let task = state.withLock { state -> Task<Void, Never>? in
            defer { state = .ended }
            guard case .making(let task) = state else { return nil }
            return task
        }
        task?.cancel()
    }

    private func take(_ bytes: [UInt8]?) {
        state.withLock { state in
            guard case .making = state else { return }
            state = bytes.map { .ready($0[...]) } ?? .ended
            unsafe MHD_resume_connection(connection)
        }
    }

    /// What libmicrohttpd calls for more.
    static let reader: MHD_ContentReaderCallback = { context, _, buffer, size in
        guard let context = unsafe context, let buffer = unsafe buffer else { return mhdShimEndOfStream }
        let body = unsafe Unmanaged<StreamedBody>.fromOpaque(context).takeUnretainedValue()
        return unsafe body.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size)) ?? mhdShimEndOfStream
    }

    /// What libmicrohttpd calls at the end.
    static let ended: MHD_ContentReaderFreeCallback = { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<StreamedBody>.fromOpaque(context).takeRetainedValue().release()
    }
}
