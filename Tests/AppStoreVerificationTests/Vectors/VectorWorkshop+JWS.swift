import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `jws`: the form of the text and its header.
extension VectorWorkshop {
    /// RFC 7515, section 7.1.
    func compact() throws -> VectorFile {
        var file = file("jws/compact.json", "Compact serialization: exactly three segments, none empty.")
        let jws = try chain.sign(payload)
        let parts = jws.split(separator: ".").map(String.init)
        file.accept("valid", "the text that the others of this file change", jws)
        file.refuse("input.empty", "empty", "no bytes at all", "")
        file.refuse(
            "input.too_large", "too-large", "one byte more than is accepted", jws,
            trust: trust.with { $0.maximumBytes = jws.utf8.count - 1 })
        file.accept(
            "largest", "exactly as many bytes as are accepted", jws,
            trust: trust.with { $0.maximumBytes = jws.utf8.count })
        file.refuse("jws.segments", "one-segment", "a header alone", parts[0])
        file.refuse("jws.segments", "two-segments", "the signature and its dot are cut off", parts[0] + "." + parts[1])
        file.refuse("jws.segments", "four-segments", "a segment more, as an empty one is", jws + ".")
        file.refuse("jws.segments", "five-segments", "the form of JWE", jws + "." + parts[1] + "." + parts[2])
        file.refuse("jws.segments", "empty-header", "nothing before the first dot", ".\(parts[1]).\(parts[2])")
        file.refuse(
            "jws.segments", "empty-payload", "a detached payload (RFC 7515, appendix F)", "\(parts[0])..\(parts[2])")
        file.refuse("jws.segments", "empty-signature", "the form of an unsecured JWS", "\(parts[0]).\(parts[1]).")
        file.refuse("jws.segments", "dots", "three empty segments", "..")
        file.refuse(
            "jws.segments", "json-serialization", "the flattened JSON serialization (RFC 7515, section 7.2.2)",
            #"{"protected":"\#(parts[0])","payload":"\#(parts[1])","signature":"\#(parts[2])"}"#)
        file.refuse(
            "jws.segments", "receipt", "a receipt in base64, as the old API took", "MIITtgYJKoZIhvcNAQcCoIITpzCC")
        file.refuse(
            "jws.alg", "header-and-payload-swapped",
            "the first two segments change places; a payload names no algorithm",
            "\(parts[1]).\(parts[0]).\(parts[2])")
        return file
    }

    /// RFC 7515, section 2, and RFC 4648, section 5.
    func base64url() throws -> VectorFile {
        var file = file(
            "jws/base64url.json",
            "Strict base64url: one text for each byte string, without padding or white space.")
        // A payload whose encoding has both of the characters that tell the two alphabets apart.
        let jws = try chain.sign(payload.replacing(["appAccountToken": "~~~???>>>"]))
        let parts = jws.split(separator: ".").map(String.init)
        file.accept("both-special-characters", "- and _ occur in the payload", jws)
        for (name, length) in [("length-0-mod-3", 0), ("length-1-mod-3", 1), ("length-2-mod-3", 2)] {
            let base = JSONWriter().bytes(payload.replacing(["storefront": ""])).count
            let filler = String(repeating: "x", count: (length + 3 - base % 3) % 3)
            file.accept(
                name, "a payload whose length leaves \(length) when divided by 3",
                try chain.sign(payload.replacing(["storefront": .string(filler)])))
        }
        func replacing(_ at: Int, _ change: (String) -> String) -> String {
            parts.indices.map { $0 == at ? change(parts[$0]) : parts[$0] }.joined(separator: ".")
        }
        func standard(_ text: String) -> String {
            String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        }
        let names = ["header", "payload", "signature"]
        for (index, name) in names.enumerated() {
            file.refuse(
                "jws.base64url", "\(name)-padded", "padding after the \(name)",
                replacing(index) { $0 + String(repeating: "=", count: max(1, (4 - $0.count % 4) % 4)) })
            file.refuse(
                "jws.base64url", "\(name)-line-break", "a line break inside the \(name)",
                replacing(index) { $0.prefix(8) + "\n" + $0.dropFirst(8) })
            file.refuse(
                "jws.base64url", "\(name)-length", "a character more, which no bytes encode to",
                replacing(index) { $0 + String(repeating: "A", count: (5 - $0.count % 4) % 4) })
        }
        file.refuse(
            "jws.base64url", "standard-alphabet", "+ and / in place of - and _ in the payload", replacing(1, standard))
        file.refuse("jws.base64url", "leading-space", "white space before the text", " " + jws)
        file.refuse("jws.base64url", "trailing-line-break", "a line break after the text", jws + "\n")
        file.refuse("jws.base64url", "quoted", "the quotes of a JSON string around the text", "\"\(jws)\"")
        file.refuse("jws.base64url", "bearer", "the scheme of an HTTP header before the text", "Bearer " + jws)
        file.refuse(
            "jws.base64url", "not-ascii", "a letter outside ASCII in the payload", replacing(1) { "é" + $0.dropFirst() }
        )
        file.refuse(
            "jws.base64url", "percent-encoded", "a dot of the payload's text as %2E", replacing(1) { $0 + "%2E" })
        // 64 bytes leave 4 bits of the last character unused, of which one is set here.
        file.refuse(
            "jws.base64url", "trailing-bits", "an unused bit of the signature's last character is set",
            replacing(2) { segment in
                let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
                let last = segment.last.flatMap { alphabet.firstIndex(of: $0) } ?? 0
                return segment.dropLast() + String(alphabet[last + 1])
            })
        return file
    }

    /// RFC 7515, section 4.
    func header() throws -> VectorFile {
        var file = file("jws/header.json", "The header: one strict JSON object, no member of which leads to a key.")
        let header = String(decoding: chain.headerText, as: UTF8.self)
        let members = header.dropFirst().dropLast()
        func sign(_ text: String) throws -> String { try chain.sign(payload, headerText: [UInt8](text.utf8)) }
        func sign(bytes: [UInt8]) throws -> String { try chain.sign(payload, headerText: bytes) }

        file.accept("spaced", "white space between tokens", try sign("{ \(members)\n}"))
        file.accept(
            "escaped-name", "alg is written with an escape", try sign(header.replacing("\"alg\"", with: #""\u0061lg""#))
        )
        file.accept(
            "kid", "kid and typ are ignored, as they are in Xcode's data",
            try sign(#"{\#(members),"kid":"Apple_Xcode_Key","typ":"JWT"}"#))
        let foreign = keys.foreignLeaf.publicKey.x963
        let jwk: JSONValue = [
            "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(Array(foreign[1..<33]))),
            "y": .string(Base64URL.encode(Array(foreign[33...]))),
        ]
        file.accept(
            "jwk-ignored", "a jwk of somebody else changes nothing", try chain.sign(payload, header: ["jwk": jwk]))
        file.refuse(
            "signature.invalid", "jwk-not-used", "signed with the key in jwk, not with the leaf's",
            try IssuedChain(
                root: chain.root, intermediate: chain.intermediate, leaf: chain.leaf, payloadKey: keys.foreignLeaf
            ).sign(payload, header: ["jwk": jwk]))
        file.accept(
            "urls-ignored", "jku and x5u are never fetched",
            try chain.sign(
                payload, header: ["jku": "https://keys.invalid/set", "x5u": "https://keys.invalid/chain.pem"]))
        file.refuse(
            "x5c.missing", "jwk-alone", "a jwk in place of certificates",
            try sign(#"{"alg":"ES256","jwk":\#(JSONWriter().text(jwk))}"#))
        file.refuse(
            "x5c.missing", "kid-alone", "a kid in place of certificates, as API tokens have",
            try sign(#"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#))

        let broken: [(name: String, comment: String, text: String)] = [
            ("array", "an array around the object", "[\(header)]"),
            ("string", "a string that holds the object", JSONWriter().text(.string(header))),
            ("null", "null", "null"),
            ("blank", "white space only", " "),
            ("duplicate-name", "alg stands there twice, with one value", #"{\#(members),"alg":"ES256"}"#),
            (
                "escaped-duplicate-name", "alg stands there twice, once with an escape",
                #"{\#(members),"\u0061lg":"none"}"#
            ),
            ("duplicate-x5c", "x5c stands there twice", #"{\#(members),"x5c":[]}"#),
            (
                "nested-duplicate-name", "a name twice in an object that nobody reads",
                #"{\#(members),"jwk":{"a":1,"a":2}}"#
            ),
            ("byte-order-mark", "a byte order mark before the object", "\u{FEFF}" + header),
            ("trailing-comma", "a comma after the last member", "{\(members),}"),
            ("trailing-object", "a second object after the first", header + "{}"),
            ("comment", "a comment, which JSON does not have", "{/**/\(members)}"),
            ("single-quotes", "single quotes around a name", header.replacing("\"alg\"", with: "'alg'")),
            ("half-a-surrogate", "a string with half a surrogate pair", #"{\#(members),"kid":"\ud800"}"#),
            (
                "deep", "65 arrays in one another",
                "{\(members),\"kid\":" + String(repeating: "[", count: 64)
                    + String(repeating: "]", count: 64) + "}"
            ),
        ]
        for vector in broken { file.refuse("jws.header", vector.name, vector.comment, try sign(vector.text)) }
        file.refuse(
            "jws.header", "invalid-utf8", "a byte in a string that is not UTF-8",
            try sign(bytes: Array("{\(members),\"kid\":\"".utf8) + [0xFF] + Array("\"}".utf8)))
        file.refuse(
            "jws.header", "utf16", "the object in UTF-16", try sign(bytes: header.utf8.flatMap { [0, $0] }))
        return file
    }

    /// RFC 7518, section 3.1, and RFC 7515, section 4.1.11.
    func algorithm() throws -> VectorFile {
        var file = file("jws/algorithm.json", "The algorithm is ES256 before any key is looked at; crit is refused.")
        for name in ["none", "None", "HS256", "RS256", "ES384", "ES512", "PS256", "EdDSA", "es256", "ES256 ", "ES256K"]
        {
            file.refuse(
                "jws.alg", "alg-\(name.replacing(" ", with: "-space"))",
                "alg is '\(name)'; the signature is the leaf key's",
                try chain.sign(payload, header: ["alg": .string(name)]))
        }
        let others: [(name: String, comment: String, value: JSONValue?)] = [
            ("missing", "no alg", nil), ("null", "alg is null", .null), ("number", "alg is a number", 256),
            ("array", "alg is in an array", ["ES256"]), ("empty", "alg is empty", ""),
            ("boolean", "alg is true", true), ("object", "alg is an object", ["name": "ES256"]),
        ]
        for vector in others {
            var header: JSONValue = ["alg": "ES256", "x5c": .array(chain.entries)]
            header["alg"] = vector.value
            file.refuse(
                "jws.alg", "alg-\(vector.name)", vector.comment,
                try chain.sign(payload, headerText: JSONWriter().bytes(header)))
        }
        file.refuse(
            "jws.alg", "name-in-capitals", "ALG in place of alg",
            try chain.sign(
                payload, headerText: JSONWriter().bytes(["ALG": "ES256", "x5c": .array(chain.entries)])))
        let crit: [(name: String, comment: String, header: JSONValue)] = [
            ("crit", "an extension that nobody knows is critical", ["crit": ["exp"], "exp": 1]),
            ("crit-b64", "the payload is said not to be encoded (RFC 7797)", ["crit": ["b64"], "b64": false]),
            ("crit-known-name", "crit names a member that is no extension", ["crit": ["alg"]]),
            ("crit-empty", "crit is empty, which it must not be", ["crit": []]),
            ("crit-null", "crit is null", ["crit": .null]),
        ]
        for vector in crit {
            file.refuse("jws.crit", vector.name, vector.comment, try chain.sign(payload, header: vector.header))
        }
        return file
    }
}
