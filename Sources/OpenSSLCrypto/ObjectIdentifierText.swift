internal import COpenSSL

/// Texts for ASN.1 object identifiers.
enum ObjectIdentifierText {
    /// The identifier in dotted decimal form, whatever its length.
    static func dotted(_ object: OpaquePointer?) -> String { unsafe text(of: object, dotted: 1) }

    /// OpenSSL's name where it has one, else the dotted form.
    static func name(of object: OpaquePointer?) -> String { unsafe text(of: object, dotted: 0) }

    private static func text(of object: OpaquePointer?, dotted: Int32) -> String {
        guard let object = unsafe object else { return "" }
        // Without a buffer the call answers the length that is needed.
        let length = Int(unsafe OBJ_obj2txt(nil, 0, object, dotted))
        guard length > 0 else { return "" }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length + 1) { buffer, count in
            let written = unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe OBJ_obj2txt(text.baseAddress, Int32(clamping: length + 1), object, dotted)
            }
            count = max(0, min(length, Int(written)))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
