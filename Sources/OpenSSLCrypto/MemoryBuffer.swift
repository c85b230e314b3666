internal import COpenSSL

/// An OpenSSL memory BIO: what is written to it can be read back as bytes.
@safe final class MemoryBuffer {
    /// The BIO; valid as long as this value.
    let bio: OpaquePointer

    /// An empty buffer to write to.
    init() throws(OpenSSLError) {
        ERR_clear_error()
        guard let bio = unsafe BIO_new(BIO_s_mem()) else { throw .drainingQueue(after: "BIO_new") }
        unsafe self.bio = bio
    }

    /// A buffer to read `bytes` from.
    convenience init(reading bytes: [UInt8]) throws(OpenSSLError) {
        try self.init()
        guard !bytes.isEmpty else { return }
        var written = 0
        let result = unsafe BIO_write_ex(bio, bytes, bytes.count, &written)
        guard result == 1, written == bytes.count else { throw .drainingQueue(after: "BIO_write_ex") }
    }

    deinit { _ = unsafe BIO_free(bio) }

    /// A copy of everything written and not read yet.
    var bytes: [UInt8] {
        var start: UnsafeMutablePointer<CChar>?
        let length = unsafe copenssl_bio_data(bio, &start)
        guard length > 0, let start = unsafe start else { return [] }
        return unsafe UnsafeRawBufferPointer(start: start, count: length).map { $0 }
    }

    /// Everything written, as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
