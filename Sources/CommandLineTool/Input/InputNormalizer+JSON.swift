internal import AppStoreVerification
internal import StrictJSON

extension InputNormalizer {
    mutating func itemsInJSON(_ text: ArraySlice<UInt8>) throws(InputFailure) -> [NormalizedInput.Item] {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: Array(text))
        } catch {
            if let lines = itemsByLine(text) { return lines }
            if let document = repairedJSON(text) { return try items(in: document) }
            let embedded = embeddedTokens(text)
            if embedded.isEmpty { throw .kind(.brokenJSON(error.description)) }
            note("took the signed data out of JSON that is broken (\(error.description))")
            return embedded.map { NormalizedInput.Item(jws: $0) }
        }
        return try items(in: document)
    }

    /// The JSON after a guess at what broke it: line breaks inside strings, or escaped quotes.
    private mutating func repairedJSON(_ text: ArraySlice<UInt8>) -> JSONDocument? {
        let unbroken = text.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        if let document = try? JSONDocument(parsing: unbroken) {
            note("removed line breaks and spaces")
            return document
        }
        let quoted = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
        if let string = (try? JSONDocument(parsing: quoted))?.root.string,
            let document = try? JSONDocument(parsing: Array(string.utf8))
        {
            note("removed the escapes")
            return document
        }
        return nil
    }

    private mutating func items(in document: JSONDocument) throws(InputFailure) -> [NormalizedInput.Item] {
        let root = document.root
        guard root.kind == .object || root.kind == .array else { throw .kind(.otherJSON(root.kind.rawValue)) }
        if root["signedPayload"] == nil {
            let foreign = ForeignInput(object: root)
            if foreign == .versionOneNotification || foreign == .signInWithAppleEvent { throw .kind(foreign) }
        }
        if root["signedPayload"] == nil, let data = root["receipt-data"]?.string {
            return item(of: ReceiptInput(assuming: Array(data.utf8)[...]), path: "receipt-data")
        }
        var items: [NormalizedInput.Item] = []
        collect(root, path: "", into: &items)
        if !items.isEmpty { return items }
        if root.kind == .array { throw .kind(.otherJSON("array without signed data")) }
        throw .kind(ForeignInput(object: root))
    }

    /// Gathers every string that has the form of a JWS, in the order of the text.
    private mutating func collect(_ node: JSONNode, path: String, into items: inout [NormalizedInput.Item]) {
        switch node.kind {
        case .object:
            for member in node.members {
                let name = TerminalText.plain(member.name)
                collect(member.value, path: path.isEmpty ? name : "\(path).\(name)", into: &items)
            }
        case .array:
            for (place, element) in node.elements.enumerated() {
                collect(element, path: "\(path)[\(place)]", into: &items)
            }
        case .string: if let text = node.string { collect(Array(text.utf8), path: path, into: &items) }
        case .number, .boolean, .null: break
        }
    }

    private mutating func collect(_ text: [UInt8], path: String, into items: inout [NormalizedInput.Item]) {
        let name = path.split(separator: ".").last ?? ""
        let isSigned = name.hasPrefix("signed") && name != "signedDate"
        let trimmed = text[...].trimmingWhiteSpace()
        if trimmed.first == UInt8(ascii: "{"), let inner = try? JSONDocument(parsing: Array(trimmed)) {
            // A body that some gateway carried as text.
            collect(inner.root, path: path, into: &items)
        } else if Self.beginsLikeJWS(trimmed) || isSigned, let jws = repairedJWS(trimmed) {
            items.append(NormalizedInput.Item(jws: jws, path: path))
        } else if isSigned, !trimmed.isEmpty {
            items.append(NormalizedInput.Item(jws: Array(trimmed), path: path))
        }
    }
}
