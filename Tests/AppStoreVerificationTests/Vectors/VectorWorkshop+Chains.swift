import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `chains`: the certificates of a header, and the path that they make to a trusted root.
extension VectorWorkshop {
    /// RFC 7515, section 4.1.6.
    func certificateEntries() throws -> VectorFile {
        var file = file("chains/entries.json", "x5c holds three certificates, each whole DER in strict base64.")
        let entries = chain.entries
        let stranger = try foreign("Somebody else").issue()
        func sign(_ x5c: [JSONValue]) throws -> String { try chain.sign(payload, x5c: x5c) }

        file.accept("valid", "leaf, intermediate and root", try sign(entries))
        file.refuse("x5c.missing", "empty-array", "no certificate", try sign([]))
        for (name, comment, value) in [
            ("null", "x5c is null", JSONValue.null), ("string", "x5c is the leaf alone, not in an array", entries[0]),
            ("object", "x5c is an object", ["leaf": entries[0]]), ("numbers", "x5c holds numbers", [1, 2, 3]),
            ("nested", "x5c holds an array in an array", [.array(entries)]),
        ] {
            file.refuse("x5c.missing", name, comment, try chain.sign(payload, header: ["x5c": value]))
        }
        file.refuse("x5c.count", "one", "the leaf alone", try sign(Array(entries[..<1])))
        file.refuse("x5c.count", "two", "the root is left out", try sign(Array(entries[..<2])))
        file.refuse("x5c.count", "four", "the root stands there twice", try sign(entries + [entries[2]]))
        file.refuse("x5c.count", "six", "the chain stands there twice", try sign(entries + entries))
        file.accept(
            "third-is-foreign", "x5c[2] is somebody else's root: it is not used",
            try sign([entries[0], entries[1], stranger.entries[2]]))
        file.accept(
            "third-is-leaf", "x5c[2] is the leaf: it is not used", try sign([entries[0], entries[1], entries[0]]))
        let reissued = try recipe.with { $0.root.notBefore -= 86_400 }.issue()
        file.accept(
            "third-is-reissued", "x5c[2] is the root with other dates and the same key",
            try sign([entries[0], entries[1], reissued.entries[2]]))

        for (index, certificate) in [chain.leaf, chain.intermediate, chain.root].enumerated() {
            func replacing(_ text: String) throws -> String {
                try sign(entries.indices.map { $0 == index ? .string(text) : entries[$0] })
            }
            func replacing(_ der: [UInt8]) throws -> String { try replacing(Base64.encode(der)) }
            let der = certificate.der
            let text = Base64.encode(der)
            file.refuse(
                "x5c.base64", "line-breaks-\(index)", "x5c[\(index)] is wrapped like PEM", try replacing(wrapped(text)))
            file.refuse(
                "x5c.der", "trailing-byte-\(index)", "a byte follows the certificate in x5c[\(index)]",
                try replacing(der + [0]))
            file.refuse(
                "x5c.der", "cut-\(index)", "the last byte of x5c[\(index)] is missing", try replacing(der.dropLast()))
            file.refuse("x5c.der", "empty-\(index)", "x5c[\(index)] is empty", try replacing([UInt8]()))
        }
        let leaf = chain.leaf.der
        let text = Base64.encode(leaf)
        func first(_ text: String) throws -> String { try sign([.string(text)] + entries[1...]) }
        file.refuse("x5c.base64", "pem", "PEM in place of base64", try first(chain.leaf.pem))
        file.refuse("x5c.base64", "space", "a space before the base64", try first(" " + text))
        // Bytes whose base64 has + and /, and that needs padding.
        let special = Base64.encode([0xFB, 0xEF, 0xFF, 0xFB])
        file.refuse(
            "x5c.base64", "url-alphabet", "base64url in place of base64",
            try first(String(special.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })))
        file.refuse("x5c.base64", "no-padding", "padding is missing", try first("AAAAAA"))
        file.refuse("x5c.base64", "trailing-bits", "an unused bit is set", try first("AAAAAB=="))
        file.refuse(
            "x5c.der", "two-in-one", "leaf and intermediate in one entry",
            try first(Base64.encode(leaf + chain.intermediate.der)))
        file.refuse(
            "x5c.der", "public-key", "the leaf's key in place of its certificate",
            try first(Base64.encode(keys.leaf.publicKey.spki)))
        file.refuse(
            "x5c.der", "not-der", "the outermost length takes a byte more than it needs, as BER allows",
            try first(Base64.encode(longLength(leaf))))
        // OpenSSL refuses to write these extensions, so they are issued under identifiers of the same length.
        let misread: [(name: String, comment: String, arc: UInt8, value: [UInt8])] = [
            ("basic-constraints-malformed", "basic constraints that hold an octet string", 19, [0x04, 0x00]),
            ("key-usage-malformed", "a key usage that holds a sequence", 15, [0x30, 0x00]),
        ]
        for vector in misread {
            let issued = try recipe.with {
                $0.leaf.basicConstraints = nil
                $0.leaf.keyUsage = nil
                $0.leaf.extensions.append(CertificateExtension(oid: "2.5.29.99", value: vector.value))
            }.issue()
            let leaf = try CertificateSurgery.replacing(
                [0x55, 0x1D, 99], with: [0x55, 0x1D, vector.arc], in: issued.leaf, signer: keys.intermediate)
            file.refuse(
                "x5c.der", vector.name, vector.comment,
                try issued.sign(payload, x5c: [IssuedChain.entry(leaf)] + issued.entries[1...]))
        }
        let twice = try recipe.with {
            $0.leaf.extensions.append(CertificateExtension(oid: "2.5.29.99", isCritical: true, value: [0x30, 0x00]))
        }.issue()
        let leafTwice = try CertificateSurgery.replacing(
            [0x55, 0x1D, 99], with: [0x55, 0x1D, 19], in: twice.leaf, signer: keys.intermediate)
        file.refuse(
            "x5c.der", "basic-constraints-twice", "an extension stands there twice (RFC 5280, section 4.2)",
            try twice.sign(payload, x5c: [IssuedChain.entry(leafTwice)] + twice.entries[1...]))
        return file
    }

    /// A recipe of somebody else's keys.
    func foreign(_ name: String) -> ChainRecipe {
        ChainRecipe(
            name: name, rootKey: keys.foreignRoot, intermediateKey: keys.foreignIntermediate,
            leafKey: keys.foreignLeaf)
    }

    private func wrapped(_ text: String) -> String { text.prefix(64) + "\n" + text.dropFirst(64) }

    /// The certificate's outermost length in one byte more.
    private func longLength(_ der: [UInt8]) -> [UInt8] { [der[0], 0x83, 0x00] + der[2...] }
}
