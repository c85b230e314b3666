internal import CMicroHTTPD
internal import Glibc

/// One call of libmicrohttpd's access handler; valid inside it only.
@safe struct HandlerCall: ~Copyable {
    let connection: OpaquePointer
    private let methodText: UnsafePointer<CChar>?
    /// The version, which in memory follows the target and a zero byte.
    let version: UnsafePointer<CChar>?
    /// The next bytes of the body; nil in the first and in the last call.
    let body: UnsafeRawBufferPointer?

    init(
        connection: OpaquePointer, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
        body: UnsafeRawBufferPointer?
    ) {
        unsafe self.connection = connection
        unsafe methodText = method
        unsafe self.version = version
        unsafe self.body = body
    }

    /// The bytes of the method.
    var method: [UInt8] {
        guard let text = unsafe methodText else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// Whether the client speaks HTTP/1.0.
    var isVersion10: Bool {
        guard let text = unsafe version else { return false }
        return unsafe strcmp(text, "HTTP/1.0") == 0
    }

    /// The fields of the head; nil when a name is not a token.
    func fields() -> HTTPFields? {
        var collected: HTTPFields? = HTTPFields()
        unsafe withUnsafeMutablePointer(to: &collected) { collected in
            _ = unsafe MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { context, _, name, nameSize, value, valueSize in
                    let collected = unsafe context?.assumingMemoryBound(to: HTTPFields?.self)
                    let name = unsafe UnsafeRawBufferPointer(start: name, count: nameSize)
                    let value = unsafe UnsafeRawBufferPointer(start: value, count: valueSize)
                    guard unsafe HTTPFields.isToken(name) else {
                        unsafe collected?.pointee = nil
                        return .NO
                    }
                    // White space in front is gone already (RFC 9110, section 5.5).
                    let end = unsafe value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
                    unsafe collected?.pointee?.append(
                        String(decoding: name, as: UTF8.self), String(decoding: value[..<end], as: UTF8.self))
                    return .YES
                }, collected)
        }
        return collected
    }

    /// Hands a response over; false when it cannot be sent.
    func send(_ response: HTTPResponse, closing: Bool) -> Bool {
        let created = unsafe response.body.withUnsafeBytes { unsafe mhdShimResponse($0.count, $0.baseAddress) }
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

extension HTTPFields.Field {
    /// Whether the field is the server's own, or its name could break the head.
    fileprivate var isReserved: Bool {
        !HTTPFields.isToken(name.utf8)
            || ["Content-Length", "Transfer-Encoding", "Connection", "Date"].contains { HTTPFields.isSame($0, name) }
    }
}
