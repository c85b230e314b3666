internal import JWS
package import StrictJSON

/// Signed data in a form that people can read and from which the very same bytes come again.
///
/// A JWS becomes an object of `header`, the name of a header that is kept once, `payload`, the decoded payload with
/// those inside opened likewise, and `signature`.
package struct OpenedJWS: Sendable {
    /// The headers by their names, in the order in which they were met.
    package private(set) var headers: [(name: String, text: String)] = []

    /// Begins without headers.
    package init() {}

    /// Begins with the headers of a file.
    package init(headers: JSONNode?) {
        self.headers = headers?.members.map { ($0.name, $0.value.string ?? "") } ?? []
    }

    /// The headers as they are kept in a file.
    package var headersJSON: JSONValue { .object(headers.map { JSONMember($0.name, .string($0.text)) }) }

    /// Opens a JWS.
    ///
    /// - Throws: ``VerificationVector/FormatError`` when it would not come again.
    package mutating func open(_ jws: String) throws -> JSONValue {
        let opened = try opened(jws)
        guard try closed(opened) == jws else {
            throw VerificationVector.FormatError("a JWS whose payload is not written as the package writes JSON")
        }
        return opened
    }

    private mutating func opened(_ jws: String) throws -> JSONValue {
        let parts = try CompactJWS(parsing: jws)
        let header = String(decoding: parts.headerSegment, as: UTF8.self)
        if !headers.contains(where: { $0.text == header }) { headers.append(("header\(headers.count + 1)", header)) }
        return [
            "header": .string(headers.first { $0.text == header }?.name ?? ""),
            "payload": try replace(JSONValue(try JSONDocument(parsing: parts.payload).root)),
            "signature": .string(String(decoding: parts.signatureSegment, as: UTF8.self)),
        ]
    }

    private mutating func replace(_ value: JSONValue) throws -> JSONValue {
        guard case .object(let members) = value else { return value }
        var replaced: [JSONMember] = []
        for member in members {
            if case .string(let text) = member.value, member.name.hasPrefix("signed") {
                replaced.append(JSONMember(member.name, try opened(text)))
            } else {
                replaced.append(JSONMember(member.name, try replace(member.value)))
            }
        }
        return .object(replaced)
    }

    /// The JWS that was opened.
    package func closed(_ opened: JSONValue) throws -> String {
        guard case .string(let name)? = opened["header"], case .string(let signature)? = opened["signature"],
            let payload = opened["payload"], let header = headers.first(where: { $0.name == name })
        else { throw VerificationVector.FormatError("an opened JWS is not complete") }
        let bytes = JSONWriter().bytes(try restored(payload))
        return "\(header.text).\(Base64URL.encode(bytes)).\(signature)"
    }

    private func restored(_ value: JSONValue) throws -> JSONValue {
        guard case .object(let members) = value else { return value }
        if members.map(\.name) == ["header", "payload", "signature"] { return .string(try closed(value)) }
        return .object(try members.map { JSONMember($0.name, try restored($0.value)) })
    }

    /// A file without what differs each time it is recorded: signatures, certificates, and digests of both.
    package static func withoutSignatures(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.compactMap { member in
                    ["signature", "header", "headers", "root", "facts"].contains(member.name)
                        ? nil : JSONMember(member.name, withoutSignatures(member.value))
                })
        case .array(let elements): .array(elements.map(withoutSignatures))
        default: value
        }
    }
}
