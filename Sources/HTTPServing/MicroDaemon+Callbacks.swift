internal import CMicroHTTPD
internal import Glibc

/// The functions that libmicrohttpd calls, each on the daemon's own thread.
extension MicroDaemon {
    /// A connection begins or ends.
    static let connected: MHD_NotifyConnectionCallback = { context, connection, stored, event in
        guard let stored = unsafe stored else { return }
        if event == .CONNECTION_NOTIFY_STARTED {
            guard let engine = unsafe engine(context), let address = unsafe mhdShimPeer(connection),
                let peer = unsafe IPAddress(address)
            else { return }
            let begun = unsafe Connection(
                engine: engine, peer: peer, descriptor: mhdShimDescriptor(connection))
            unsafe stored.pointee = Unmanaged.passRetained(begun).toOpaque()
        } else if let ended = unsafe stored.pointee {
            unsafe Unmanaged<Connection>.fromOpaque(ended).takeRetainedValue().end()
            unsafe stored.pointee = nil
        }
    }

    /// The first line of a request has come.
    static let targeted:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            _, target, handle in
            if let connection = unsafe connection(handle), let target = unsafe target {
                let length = unsafe strlen(target)
                unsafe connection.begin(
                    target: Array(UnsafeRawBufferPointer(start: target, count: length)),
                    start: UInt(bitPattern: target))
            }
            return nil
        }

    /// A request goes on: its head is complete, a part of its body is there, or all of it.
    static let called: MHD_AccessHandlerCallback = { _, handle, _, method, version, body, size, _ in
        guard let handle = unsafe handle, let size = unsafe size, let connection = unsafe connection(handle) else {
            return .NO
        }
        let bytes = unsafe body.map { unsafe UnsafeRawBufferPointer(start: $0, count: size.pointee) }
        let call = unsafe HandlerCall(connection: handle, method: method, version: version, body: bytes)
        unsafe size.pointee = 0
        return connection.proceed(call) ? .YES : .NO
    }

    /// A request has ended, answered or not.
    static let completed: MHD_RequestCompletedCallback = { _, handle, _, _ in
        unsafe connection(handle)?.endRequest()
    }

    /// libmicrohttpd has something to say.
    static let logged: MHD_LogCallback = { context, format, arguments in
        guard let engine = unsafe engine(context), let format = unsafe format, let arguments = unsafe arguments
        else { return }
        var text = [CChar](repeating: 0, count: 512)
        _ = unsafe vsnprintf(&text, text.count, format, arguments)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        engine.log.note(String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self))
    }

    private static func engine(_ context: UnsafeMutableRawPointer?) -> Engine? {
        unsafe context.map { unsafe Unmanaged<Engine>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func connection(_ handle: OpaquePointer?) -> Connection? {
        guard let stored = unsafe mhdShimContext(handle) else { return nil }
        return unsafe Unmanaged<Connection>.fromOpaque(stored).takeUnretainedValue()
    }
}
