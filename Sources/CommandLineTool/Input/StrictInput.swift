internal import StrictJSON

/// Reads an input that is to be verified: nothing but outer white space is repaired.
package enum StrictInput {
    /// The JWS in an input: the input itself, or the member `signedPayload` of a JSON object.
    ///
    /// Whether it really is a JWS is not judged here.
    package static func jws(_ input: [UInt8]) throws(InputFailure) -> [UInt8] {
        let text = input[...].trimmingWhiteSpace()
        guard let first = text.first else { throw .empty }
        if let foreign = ForeignInput(bytes: text) { throw .kind(foreign) }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try signedPayload(text)
        case UInt8(ascii: "\""): throw .kind(.quotedString)
        default: break
        }
        if !text.contains(UInt8(ascii: ".")), let foreign = ForeignInput(base64: text) { throw .kind(foreign) }
        return text.count == input.count ? input : Array(text)
    }

    private static func signedPayload(_ text: ArraySlice<UInt8>) throws(InputFailure) -> [UInt8] {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: Array(text))
        } catch {
            throw .kind(.brokenJSON(error.description))
        }
        guard document.root.kind == .object else { throw .kind(.otherJSON(document.root.kind.rawValue)) }
        guard let jws = document.root["signedPayload"]?.string else { throw .kind(ForeignInput(object: document.root)) }
        return Array(jws.utf8)
    }
}
