internal import COpenSSL

/// Textual encodings (RFC 7468).
enum PEM {
    /// The contents of all blocks with this label.
    static func blocks(in text: String, label: String) throws(OpenSSLError) -> [[UInt8]] {
        let input = try MemoryBuffer(reading: [UInt8](text.utf8))
        var blocks: [[UInt8]] = []
        while true {
            ERR_clear_error()
            var name: UnsafeMutablePointer<CChar>?
            var data: UnsafeMutablePointer<UInt8>?
            var length = 0
            guard unsafe copenssl_read_pem_block(input.bio, &name, &data, &length) == 1, let name = unsafe name,
                let data = unsafe data
            else {
                // Reading on until no further block begins is how the end of the text shows.
                guard copenssl_is_no_start_line(ERR_peek_last_error()) == 0 else { break }
                throw .drainingQueue(after: "PEM_read_bio")
            }
            defer {
                unsafe copenssl_free(name)
                unsafe copenssl_free(data)
            }
            guard unsafe String(cString: name) == label else { continue }
            unsafe blocks.append([UInt8](UnsafeBufferPointer(start: data, count: length)))
        }
        ERR_clear_error()
        return blocks
    }

    /// One block with lines of 64 characters.
    static func text(label: String, der: [UInt8]) -> String {
        guard let output = try? MemoryBuffer(), unsafe PEM_write_bio(output.bio, label, "", der, der.count) > 0 else {
            return ""
        }
        return output.text
    }
}
