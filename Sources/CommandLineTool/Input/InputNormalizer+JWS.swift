extension InputNormalizer {
    /// Whether a text begins as base64 of `{"`, `{ ` or `{` and a line break does.
    static func beginsLikeJWS(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "e"), let second = text.dropFirst().first else { return false }
        return second == UInt8(ascii: "y") || second == UInt8(ascii: "w")
    }

    /// The text as a JWS where it has the characters of one and a dot, with white space, padding and the wrong alphabet
    /// repaired.
    mutating func repairedJWS(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var (spaces, alphabet, padding, dots) = (false, false, false, 0)
        var at = text.startIndex
        while at < text.endIndex {
            let byte = text[at]
            at += 1
            switch byte {
            case UInt8(ascii: "."):
                dots += 1
                out.append(byte)
            case UInt8(ascii: "="): padding = true
            case UInt8(ascii: "+"), UInt8(ascii: "/"):
                alphabet = true
                out.append(byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : UInt8(ascii: "_"))
            case UInt8(ascii: "\\"):
                // A line break as a program printed it.
                guard at < text.endIndex, text[at] == UInt8(ascii: "n") || text[at] == UInt8(ascii: "r") else {
                    return nil
                }
                at += 1
                spaces = true
            default:
                if byte.isWhiteSpace {
                    spaces = true
                } else if byte.isBase64URL {
                    out.append(byte)
                } else {
                    return nil
                }
            }
        }
        // Words between spaces are prose; what was wrapped begins like a JWS.
        guard dots > 0, !spaces || (Self.beginsLikeJWS(out[...]) && dots == 2) else { return nil }
        guard Self.beginsLikeJWS(out[...]) else { return Array(text) }
        if spaces { note("removed line breaks and spaces") }
        if alphabet { note("changed + and / to the base64url alphabet") }
        if padding { note("removed base64 padding") }
        return out
    }

    /// One JWS or JSON body a line, two lines at least.
    mutating func itemsByLine(_ text: ArraySlice<UInt8>) -> [NormalizedInput.Item]? {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.trimmingWhiteSpace() }
        let isWhole = lines.filter { !$0.isEmpty }.allSatisfy { line in
            Self.beginsLikeJWS(line) && line.count(where: { $0 == UInt8(ascii: ".") }) == 2
                || line.first == UInt8(ascii: "{") && line.last == UInt8(ascii: "}")
        }
        guard isWhole, lines.count(where: { !$0.isEmpty }) > 1 else { return nil }
        var items: [NormalizedInput.Item] = []
        for (place, line) in lines.enumerated() where !line.isEmpty {
            var inner = InputNormalizer()
            guard let found = try? inner.items(in: Array(line)) else { return nil }
            for note in inner.notes { self.note(note) }
            items += found.map { item in
                let path = "line \(place + 1)" + (item.path.map { " \($0)" } ?? "")
                return NormalizedInput.Item(jws: item.jws, path: path)
            }
        }
        return items
    }

    /// Everything in a text that has the form of a JWS, each once.
    func embeddedTokens(_ text: ArraySlice<UInt8>) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var seen: Set<ArraySlice<UInt8>> = []
        var at = text.startIndex
        while at < text.endIndex {
            guard Self.beginsLikeJWS(text[at...]) else {
                at += 1
                continue
            }
            var token = text[at...].prefix { $0.isBase64URL || $0 == UInt8(ascii: ".") }
            at = token.endIndex
            while token.last == UInt8(ascii: ".") { token = token.dropLast() }
            let segments = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            if segments.count == 3, !segments.contains(where: \.isEmpty), seen.insert(token).inserted {
                found.append(Array(token))
            }
        }
        return found
    }
}
