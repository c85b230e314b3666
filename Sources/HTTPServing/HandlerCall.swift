internal import CMicroHTTPD
internal import Glibc

/// One call of libmicrohttpd's access handler; valid inside it only.
@safe struct HandlerCall: ~Copyable {
    let connection: OpaquePointer
    private let methodText: UnsafePointer<CChar>?
    private let versionText: UnsafePointer<CChar>?
    /// The next bytes of the body; nil in the first and in the last call.
    let body: UnsafeRawBufferPointer?

    init(
        connection: OpaquePointer, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
        body: UnsafeRawBufferPointer?
    ) {
        unsafe self.connection = connection
        unsafe methodText = method
        unsafe versionText = version
        unsafe self.body = body
    }

    /// Reads the head, if it is exactly what libmicrohttpd took it for.
    ///
    /// libmicrohttpd replaces the ends of words by zero bytes where they lie, which lets a zero byte from the
    /// client cut a text short; it glues a folded line to the *name* of its field, takes a field without a name for
    /// the end of the head, and allows bare line feeds and rows of spaces. Every part of a head without such
    /// surprises begins a fixed number of bytes behind the one before it (RFC 9112, sections 3 and 5).
    ///
    /// - Parameter target: Where the target begins, and its length.
    /// - Returns: Nil for any other head.
    func readHead(target: (start: UInt, count: Int)) -> RawHead? {
        guard let methodText = unsafe methodText, let versionText = unsafe versionText else { return nil }
        let method = unsafe UnsafeRawBufferPointer(start: methodText, count: strlen(methodText))
        let version = unsafe UnsafeRawBufferPointer(start: versionText, count: strlen(versionText))
        guard unsafe HTTPFields.isToken(method) && Self.end(method) + 1 == target.start,
            UInt(bitPattern: versionText) == target.start + UInt(target.count) + 1
        else { return nil }
        var reading = FieldReading(next: unsafe Self.end(version) + 2)
        unsafe withUnsafeMutablePointer(to: &reading) { reading in
            _ = unsafe MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { reading, _, name, nameSize, value, valueSize in
                    unsafe reading?.assumingMemoryBound(to: FieldReading.self).pointee.add(
                        name: UnsafeRawBufferPointer(start: name, count: nameSize),
                        value: UnsafeRawBufferPointer(start: value, count: valueSize))
                    return .YES
                }, reading)
        }
        let end = unsafe UInt(bitPattern: methodText) + UInt(mhdShimHeadSize(connection))
        guard reading.isGood, reading.next + 2 == end else { return nil }
        return unsafe RawHead(
            method: String(decoding: method, as: UTF8.self), isVersion10: version.elementsEqual("HTTP/1.0".utf8),
            fields: reading.fields)
    }

    /// A body that is made while it is sent over this connection.
    func body(_ stream: ResponseStream) -> StreamedBody { unsafe StreamedBody(stream, connection: connection) }

    /// Hands a response over.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - streamed: Its body, when that is made while it is sent.
    ///   - closing: Whether the connection ends with it.
    /// - Returns: Whether libmicrohttpd has taken it.
    func send(_ response: HTTPResponse, streamed: StreamedBody? = nil, closing: Bool) -> Bool {
        let created =
            if let streamed {
                unsafe mhdShimStream(
                    StreamedBody.reader, Unmanaged.passRetained(streamed).toOpaque(), StreamedBody.ended)
            } else {
                unsafe response.body.withUnsafeBytes { unsafe mhdShimResponse($0.count, $0.baseAddress) }
            }
        guard let created = unsafe created else { return false }
        defer { unsafe MHD_destroy_response(created) }
        for field in response.fields.all where !field.isReserved && !field.value.utf8.contains(0) {
            // Refused when it holds a line break.
            _ = unsafe MHD_add_response_header(created, field.name, field.value)
        }
        if closing { _ = unsafe MHD_add_response_header(created, "Connection", "close") }
        let status = (200...599).contains(response.status) ? UInt32(response.status) : 500
        return unsafe MHD_queue_response(connection, status, created) == .YES
    }
}

/// The parts of a head, apart from the target.
struct RawHead {
    let method: String
    let isVersion10: Bool
    let fields: HTTPFields
}

/// The fields while they are read, and where the next one has to begin.
private struct FieldReading {
    var fields = HTTPFields()
    var next: UInt
    var isGood = true

    mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        isGood = unsafe isGood && HTTPFields.isToken(name) && UInt(bitPattern: name.baseAddress) == next
        next = unsafe HandlerCall.end(value) + 2
        // White space in front is gone already (RFC 9110, section 5.5).
        let end = unsafe value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
        unsafe fields.append(
            String(decoding: name, as: UTF8.self), String(decoding: value[..<end], as: UTF8.self))
    }
}

extension HandlerCall {
    /// The address behind some bytes.
    fileprivate static func end(_ bytes: UnsafeRawBufferPointer) -> UInt {
        UInt(bitPattern: bytes.baseAddress) + UInt(bytes.count)
    }
}

extension HTTPFields.Field {
    /// Whether the field is the server's own, or its name could break the head.
    fileprivate var isReserved: Bool {
        !HTTPFields.isToken(name.utf8)
            || ["Content-Length", "Transfer-Encoding", "Connection", "Date"].contains { HTTPFields.isSame($0, name) }
    }
}
