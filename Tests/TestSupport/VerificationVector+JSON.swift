internal import JWS
package import StrictJSON

// A file shares what its vectors have in common: `certificates` by name, and `texts` that stand for `{name}` in inputs.
extension VerificationVector {
    init(_ json: JSONNode, in file: JSONNode, file path: String) throws {
        func text(_ member: JSONNode?, _ what: String) throws -> String {
            guard let text = member?.string else {
                throw FormatError("\(path): \(json["name"]?.string ?? "a vector") has no \(what)")
            }
            return text
        }
        func certificates(_ names: JSONNode?) throws -> [[UInt8]] {
            try (names?.elements.compactMap(\.string) ?? []).map {
                try Base64.decode(try text(file["certificates"]?[$0], "certificate \($0)"))
            }
        }
        guard let trust = json["trust"], let time = json["validationTime"]?.number?.integer, let expect = json["expect"]
        else { throw FormatError("\(path): a vector is not complete") }
        self.init(
            name: try text(json["name"], "name"), comment: try text(json["comment"], "comment"),
            input: try VerificationVector.expand(try text(json["input"], "input"), file["texts"]),
            kind: json["kind"]?.string, trust: Trust(), validationTime: time,
            expectation: expect["accepted"]?.boolean == true
                ? .accepted(kind: try text(expect["kind"], "kind"))
                : .refused(code: try text(expect["code"], "code"), path: expect["path"]?.string))
        self.trust.roots = try certificates(trust["roots"])
        self.trust.xcodeCertificates = try certificates(trust["xcodeCertificates"])
        self.trust.apps = trust["apps"]?.elements.compactMap(\.string) ?? []
        self.trust.environments = trust["environments"]?.elements.compactMap(\.string) ?? []
        self.trust.clock = trust["clock"]?.string ?? trust["clock"]?.number?.text ?? ""
        self.trust.maximumBytes = (trust["maximumBytes"]?.number?.integer).map { Int($0) }
    }

    /// Replaces `{name}` by the text of that name; no compact serialization holds a brace.
    private static func expand(_ input: String, _ texts: JSONNode?) throws -> String {
        guard let texts, input.utf8.contains(UInt8(ascii: "{")) else { return input }
        return texts.members.reduce(input) { text, member in
            text.split(separator: "{\(member.name)}", omittingEmptySubsequences: false)
                .joined(separator: member.value.string ?? "")
        }
    }

    /// The JSON of a file of vectors.
    ///
    /// Certificates get names by their order; a header that several inputs begin with becomes a shared text.
    package static func file(of vectors: [VerificationVector], comment: String) -> JSONValue {
        let certificates = vectors.flatMap { $0.trust.roots + $0.trust.xcodeCertificates }.reduce(into: [[UInt8]]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        func names(_ der: [[UInt8]]) -> JSONValue {
            .array(der.map { one in .string("certificate\((certificates.firstIndex(of: one) ?? 0) + 1)") })
        }
        let counts = vectors.reduce(into: [Substring: Int]()) { counts, vector in
            counts[vector.input.prefix { $0 != "." }, default: 0] += 1
        }
        let headers = vectors.map { $0.input.prefix { $0 != "." } }.reduce(into: [Substring]()) {
            if counts[$1, default: 0] > 1, $1.count > 100, !$0.contains($1) { $0.append($1) }
        }
        return [
            "comment": .string(comment),
            "certificates": .object(
                certificates.enumerated().map { JSONMember("certificate\($0 + 1)", .string(Base64.encode($1))) }),
            "texts": .object(headers.enumerated().map { JSONMember("header\($0 + 1)", .string(String($1))) }),
            "vectors": .array(
                vectors.map { vector in
                    var input = vector.input
                    if let header = headers.firstIndex(of: input.prefix { $0 != "." }) {
                        input = "{header\(header + 1)}" + input.dropFirst(headers[header].count)
                    }
                    var trust: JSONValue = [
                        "roots": names(vector.trust.roots),
                        "xcodeCertificates": names(vector.trust.xcodeCertificates),
                        "apps": .array(vector.trust.apps.map { .string($0) }),
                        "environments": .array(vector.trust.environments.map { .string($0) }),
                        "clock": Int64(vector.trust.clock).map { .integer($0) } ?? .string(vector.trust.clock),
                    ]
                    trust["maximumBytes"] = vector.trust.maximumBytes.map { .integer($0) }
                    return [
                        "name": .string(vector.name), "comment": .string(vector.comment), "input": .string(input),
                        "kind": .optional(vector.kind), "trust": trust,
                        "validationTime": .integer(vector.validationTime), "expect": vector.expectation.json,
                    ]
                }),
        ]
    }
}

extension VerificationVector.Expectation {
    fileprivate var json: JSONValue {
        switch self {
        case .accepted(let kind): ["accepted": true, "kind": .string(kind)]
        case .refused(let code, nil): ["accepted": false, "code": .string(code)]
        case .refused(let code, let path?): ["accepted": false, "code": .string(code), "path": .string(path)]
        }
    }
}
