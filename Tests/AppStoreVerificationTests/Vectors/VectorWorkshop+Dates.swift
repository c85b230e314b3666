import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `chains`: periods of validity, and several anchors of one name.
extension VectorWorkshop {
    /// RFC 5280, section 4.1.2.5: both ends belong to the period, and whole seconds are compared.
    func dates() throws -> VectorFile {
        var file = file(
            "chains/dates.json", "Leaf, intermediate and anchor are valid at the chosen clock, both ends included.")
        let (first, last) = (ChainRecipe.notBefore, ChainRecipe.notAfter)
        // Each in turn is valid for a shorter time than the others.
        let (begin, end) = (first + 86_400, last - 86_400)
        let narrowed: [(name: String, change: (inout ChainRecipe) -> Void)] = [
            ("leaf", { ($0.leaf.notBefore, $0.leaf.notAfter) = (begin, end) }),
            ("intermediate", { ($0.intermediate.notBefore, $0.intermediate.notAfter) = (begin, end) }),
            ("anchor", { ($0.root.notBefore, $0.root.notAfter) = (begin, end) }),
        ]
        for (name, change) in narrowed {
            let chain = try recipe.with(change).issue()
            let trust = VerificationVector.Trust(chain.root)
            func sign(_ signedDate: JSONValue) throws -> String {
                try chain.sign(payload.replacing(["signedDate": signedDate]))
            }
            file.accept(
                "\(name)-first-second", "signed in the second of the \(name)'s notBefore",
                try sign(.integer(begin * 1000)), trust: trust)
            file.accept(
                "\(name)-last-second", "signed in the last millisecond of the \(name)'s notAfter",
                try sign(.integer(end * 1000 + 999)), trust: trust)
            file.refuse(
                "chain.not_yet_valid", "\(name)-too-early", "signed a millisecond before the \(name)'s notBefore",
                try sign(.integer(begin * 1000 - 1)), trust: trust)
            file.refuse(
                "chain.expired", "\(name)-too-late", "signed in the second after the \(name)'s notAfter",
                try sign(.integer(end * 1000 + 1000)), trust: trust)
            let jws = try sign(.integer(SamplePayload.signedDate))
            let now = trust.with { $0.clock = "now" }
            file.accept(
                "\(name)-now-last-second", "judged now, in the second of the \(name)'s notAfter", jws, at: end * 1000,
                trust: now)
            file.refuse(
                "chain.expired", "\(name)-now-too-late", "judged now, in the second after the \(name)'s notAfter", jws,
                at: end * 1000 + 1000, trust: now)
            file.refuse(
                "chain.not_yet_valid", "\(name)-now-too-early",
                "judged now, a millisecond before the \(name)'s notBefore", jws, at: begin * 1000 - 1, trust: now)
            file.refuse(
                "chain.expired", "\(name)-given-too-late", "judged at a given instant after the \(name)'s notAfter",
                jws,
                trust: trust.with { $0.clock = String(end * 1000 + 1000) })
            file.accept(
                "\(name)-given-first-second", "judged at the given instant of the \(name)'s notBefore", jws, at: 0,
                trust: trust.with { $0.clock = String(begin * 1000) })
        }

        func sign(_ changes: JSONValue) throws -> String { try chain.sign(payload.replacing(changes)) }
        let late = (last + 1) * 1000
        file.accept(
            "long-ago", "the present does not matter: the chain ended ten years ago, after the signing", try sign([:]),
            at: late + 315_360_000_000)
        file.accept(
            "fraction", "a fraction of a millisecond in the last second",
            try sign(["signedDate": .number(fraction("\(last)999.99"))]))
        file.accept("exponent", "the date with an exponent", try sign(["signedDate": .number(fraction("1.780272e12"))]))
        file.accept(
            "no-date", "without a signing date the present counts, in which the chain is valid",
            try sign(["signedDate": .null]))
        file.refuse(
            "chain.expired", "no-date-too-late",
            "without a signing date the present counts, in which the chain has ended", try sign(["signedDate": .null]),
            at: late)
        var null = payload
        null["signedDate"] = JSONValue.null
        file.refuse(
            "chain.expired", "null-date-too-late", "null is no signing date either", try chain.sign(null), at: late)
        file.refuse(
            "chain.expired", "far-future", "signed in the year 292278994", try sign(["signedDate": .integer(Int64.max)])
        )
        file.refuse(
            "chain.not_yet_valid", "epoch", "signed in the first millisecond of 1970", try sign(["signedDate": 0]))
        file.refuse(
            "signature.invalid", "unsigned-date",
            "a date that is valid, but was changed after signing: it decides nothing",
            try forgedDate(), at: late)
        file.refuse(
            "chain.expired", "now-before-signature",
            "judged now, the dates come before the signature, which is wrong too",
            try forgedDate(), at: late, trust: trust.with { $0.clock = "now" })
        file.accept(
            "creation-date", "of an app transaction the creation date counts",
            try chain.sign(SamplePayload.appTransaction()), as: "app-transaction", at: late)
        file.refuse(
            "chain.expired", "creation-date-too-late", "an app transaction created after the chain's end",
            try chain.sign(SamplePayload.appTransaction(["receiptCreationDate": .integer(late)])))
        let apart = try recipe.with {
            $0.leaf.notAfter = begin
            $0.intermediate.notBefore = end
        }.issue()
        file.refuse(
            "chain.not_yet_valid", "leaf-ended-intermediate-not-begun",
            "both ends are wrong: the first code in their order",
            try apart.sign(payload), trust: VerificationVector.Trust(apart.root))
        return file
    }

    private func fraction(_ text: String) throws -> JSONNumber {
        guard let number = JSONNumber(text: text) else {
            throw VerificationVector.FormatError("\(text) is no number")
        }
        return number
    }

    /// Signed with a date after the chain's end, which is replaced by one within it.
    private func forgedDate() throws -> String {
        let late = payload.replacing(["signedDate": .integer((ChainRecipe.notAfter + 1) * 1000)])
        let parts = try chain.sign(late).split(separator: ".")
        return "\(parts[0]).\(Base64URL.encode(JSONWriter().bytes(payload))).\(parts[2])"
    }

    /// Anchors are alternatives: one that passes is enough, wherever it stands among them.
    func anchors() throws -> VectorFile {
        var file = file("chains/anchors.json", "Several trusted roots: each is tried, and their order never matters.")
        let foreign = try foreign("Vectors").issue().root
        let jws = try chain.sign(payload)
        func reissued(_ change: (inout ChainRecipe) -> Void) throws -> Certificate {
            try recipe.with(change).issue().root
        }
        let others: [(name: String, comment: String, root: Certificate)] = [
            ("other-key", "a root of the same name with another key", foreign),
            ("other-name", "a root of another name", try self.foreign("Somebody else").issue().root),
            (
                "expired", "the same root, issued for a time that has ended",
                try reissued { $0.root.notAfter = $0.root.notBefore + 1 }
            ),
            (
                "future", "the same root, issued for a time that has not begun",
                try reissued { $0.root.notBefore = $0.root.notAfter - 1 }
            ),
            (
                "no-authority", "the same root, issued with CA:FALSE",
                try reissued { $0.root.basicConstraints = BasicConstraints(isCA: false) }
            ),
            (
                "path-length", "the same root, issued with path length 0",
                try reissued { $0.root.basicConstraints = BasicConstraints(isCA: true, pathLength: 0) }
            ),
            (
                "key-usage", "the same root, issued for revocation lists alone",
                try reissued { $0.root.keyUsage = .cRLSign }
            ),
            (
                "critical", "the same root, issued with an unknown critical extension",
                try reissued {
                    $0.root.extensions.append(
                        CertificateExtension(oid: "1.3.6.1.4.1.32473.1", isCritical: true, value: [5, 0]))
                }
            ),
        ]
        for other in others {
            for (order, roots) in [("first", [other.root, chain.root]), ("last", [chain.root, other.root])] {
                file.accept(
                    "\(other.name)-\(order)", "\(other.comment), is tried \(order)", jws,
                    trust: VerificationVector.Trust(roots: roots.map(\.der)))
            }
        }
        file.refuse(
            "chain.signature", "other-key-alone", "the root of the same name with another key alone", jws,
            trust: VerificationVector.Trust(foreign))
        for (order, roots) in [
            ("early-late", [others[2].root, others[3].root]), ("late-early", [others[3].root, others[2].root]),
        ] {
            file.refuse(
                "chain.expired", "neither-valid-\(order)", "the root twice, once ended and once not begun", jws,
                trust: VerificationVector.Trust(roots: roots.map(\.der)))
        }
        for (order, roots) in [
            ("one-way", [others[4].root, others[5].root]), ("other-way", [others[5].root, others[4].root]),
        ] {
            file.refuse(
                "chain.path_length", "neither-sound-\(order)",
                "the root with CA:FALSE, and with path length 0: the second leads further",
                jws, trust: VerificationVector.Trust(roots: roots.map(\.der)))
        }
        file.accept(
            "reissued", "the trusted root is another certificate than x5c[2], with the same name and key", jws,
            trust: VerificationVector.Trust(try reissued { $0.root.notBefore -= 86_400 }))
        file.accept(
            "not-self-signed", "the trusted root was issued by somebody who is not asked", jws,
            trust: VerificationVector.Trust(
                try reissued { $0.rootIssuer = (foreign, .p384(keys.foreignRoot)) }))
        file.accept(
            "same-twice", "the root stands there twice", jws,
            trust: VerificationVector.Trust(roots: [chain.root.der, chain.root.der]))
        return file
    }
}
