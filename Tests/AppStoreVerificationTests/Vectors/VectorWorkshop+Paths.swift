import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `chains`: who issued whom.
extension VectorWorkshop {
    /// The path leads from the leaf over the intermediate to a trusted root, by name and by signature.
    func path() throws -> VectorFile {
        var file = file(
            "chains/path.json", "Leaf, intermediate, trusted root: each signed by the next, and named by it.")
        let foreign = try foreign("Somebody else").issue()
        let forged = try self.foreign("Vectors").issue()
        func sign(_ x5c: [Certificate], _ key: P256PrivateKey) throws -> String {
            try IssuedChain(root: x5c[2], intermediate: x5c[1], leaf: x5c[0], payloadKey: key).sign(payload)
        }
        file.accept("valid", "the sound chain", try chain.sign(payload))
        file.refuse(
            "chain.untrusted", "unknown-root", "a sound chain under a root that nobody trusts",
            try foreign.sign(payload))
        file.refuse(
            "chain.untrusted", "own-root-in-x5c", "a chain whose root is in x5c[2] only: x5c[2] is never trusted",
            try foreign.sign(payload, x5c: foreign.entries))
        file.refuse(
            "chain.untrusted", "trusted-root-in-x5c",
            "the trusted root in x5c[2] beside a chain that does not lead there",
            try sign([foreign.leaf, foreign.intermediate, chain.root], keys.foreignLeaf))
        file.refuse(
            "chain.untrusted", "foreign-leaf", "a leaf of another issuer beside the real intermediate",
            try sign([foreign.leaf, chain.intermediate, chain.root], keys.foreignLeaf))
        file.refuse(
            "chain.untrusted", "leaf-under-root", "a leaf that the root issued, beside the real intermediate",
            try sign(
                [
                    try recipe.leaf.issued(to: recipe.leafKey, by: chain.root, issuerKey: recipe.rootKey),
                    chain.intermediate, chain.root,
                ], keys.leaf))
        file.refuse(
            "chain.untrusted", "reversed", "root, intermediate, leaf",
            try sign([chain.root, chain.intermediate, chain.leaf], keys.leaf))
        file.refuse(
            "chain.untrusted", "root-as-intermediate", "the root in the intermediate's place",
            try sign([chain.leaf, chain.root, chain.root], keys.leaf))
        file.refuse(
            "chain.untrusted", "leaf-as-intermediate", "the leaf in the intermediate's place",
            try sign([chain.leaf, chain.leaf, chain.root], keys.leaf))
        file.refuse(
            "chain.untrusted", "intermediate-trusted",
            "the intermediate is the anchor: a path of two is no path of three",
            try chain.sign(payload), trust: VerificationVector.Trust(chain.intermediate))
        file.refuse(
            "chain.untrusted", "leaf-trusted", "the leaf is the anchor", try chain.sign(payload),
            trust: VerificationVector.Trust(chain.leaf))
        let longer = try longerPath()
        file.refuse(
            "chain.untrusted", "two-intermediates", "a path with one intermediate more, which is in x5c[2]",
            longer.input,
            trust: longer.trust)
        file.refuse(
            "chain.untrusted", "key-identifier",
            "the leaf names its issuer's key by an identifier that is another key's",
            try wrongKeyIdentifier())

        file.refuse(
            "chain.signature", "forged-leaf", "a leaf under the intermediate's name, signed with another key",
            try sign([forged.leaf, chain.intermediate, chain.root], keys.foreignLeaf))
        file.refuse(
            "chain.signature", "look-alike-intermediate",
            "an intermediate under the root's name, signed with another key",
            try sign([forged.leaf, forged.intermediate, chain.root], keys.foreignLeaf))
        file.refuse(
            "chain.signature", "look-alike-root", "a whole chain of look-alikes, its root in x5c[2]",
            try forged.sign(payload))
        file.refuse(
            "chain.signature", "leaf-changed", "a byte of the leaf's serial number is changed after signing",
            try flipping(chain.leaf, at: 0))
        file.refuse(
            "chain.signature", "intermediate-changed",
            "a byte of the intermediate's serial number is changed after signing",
            try flipping(chain.intermediate, at: 1))
        return file
    }

    private func flipping(_ certificate: Certificate, at index: Int) throws -> String {
        var der = certificate.der
        // Inside the serial number, which begins behind both lengths and the version.
        der[18] ^= 1
        var entries = chain.entries
        entries[index] = IssuedChain.entry(der)
        return try chain.sign(payload, x5c: entries)
    }

    /// Root, intermediate, second intermediate, leaf: without path lengths, so that only the number is wrong.
    private func longerPath() throws -> (input: String, trust: VerificationVector.Trust) {
        let outer = try recipe.with { $0.intermediate.basicConstraints = BasicConstraints(isCA: true) }.issue()
        let inner = TestAuthority.intermediateTemplate(
            name: "Second", notBefore: ChainRecipe.notBefore, notAfter: ChainRecipe.notAfter)
        let second = try inner.issued(
            to: .p384(keys.foreignIntermediate), by: outer.intermediate, issuerKey: recipe.intermediateKey)
        let leaf = try recipe.leaf.issued(
            to: recipe.leafKey, by: second, issuerKey: .p384(keys.foreignIntermediate))
        let chain = IssuedChain(root: outer.intermediate, intermediate: second, leaf: leaf, payloadKey: keys.leaf)
        return (try chain.sign(payload), VerificationVector.Trust(outer.root))
    }

    /// The identifier is a hint for finding the issuer; one that contradicts the issuer cannot be followed.
    private func wrongKeyIdentifier() throws -> String {
        let wrong = DERText.element(0x30, DERText.element(0x80, [UInt8](repeating: 7, count: 20)))
        return try recipe.with {
            $0.leaf.hasAuthorityKeyIdentifier = false
            $0.leaf.extensions.append(CertificateExtension(oid: "2.5.29.35", value: wrong))
        }.issue().sign(payload)
    }

    /// Issuers are authorities, and their constraints hold.
    func authorities() throws -> VectorFile {
        var file = file(
            "chains/authorities.json", "Issuers are certificate authorities, the leaf is none, and constraints hold.")
        func accept(_ name: String, _ comment: String, _ change: (inout ChainRecipe) throws -> Void) throws {
            let chain = try recipe.with(change).issue()
            file.accept(name, comment, try chain.sign(payload), trust: VerificationVector.Trust(chain.root))
        }
        func refuse(
            _ code: String, _ name: String, _ comment: String, _ change: (inout ChainRecipe) throws -> Void
        ) throws {
            let chain = try recipe.with(change).issue()
            file.refuse(code, name, comment, try chain.sign(payload), trust: VerificationVector.Trust(chain.root))
        }
        try accept("valid", "the sound chain") { _ in }
        try refuse("chain.not_ca", "intermediate-ca-false", "the intermediate says CA:FALSE") {
            $0.intermediate.basicConstraints = BasicConstraints(isCA: false)
        }
        try refuse("chain.not_ca", "intermediate-without", "the intermediate has no basic constraints") {
            $0.intermediate.basicConstraints = nil
        }
        try refuse("chain.not_ca", "root-ca-false", "the root says CA:FALSE") {
            $0.root.basicConstraints = BasicConstraints(isCA: false)
        }
        try refuse("chain.not_ca", "root-without", "the root has neither basic constraints nor key usage") {
            $0.root.basicConstraints = nil
            $0.root.keyUsage = nil
        }
        try accept("root-key-usage-alone", "the root says by its key usage alone that it issues") {
            $0.root.basicConstraints = nil
        }
        try accept("root-version-1", "the root is of version 1, which has no way to say what it is") {
            $0.root.version = 1
            $0.root.basicConstraints = nil
            $0.root.keyUsage = nil
            $0.root.hasSubjectKeyIdentifier = false
        }
        try accept("constraints-not-critical", "basic constraints are not critical anywhere") {
            $0.root.basicConstraintsAreCritical = false
            $0.intermediate.basicConstraintsAreCritical = false
            $0.leaf.basicConstraintsAreCritical = false
        }
        try refuse("chain.leaf_is_ca", "leaf-ca-true", "the leaf says CA:TRUE") {
            $0.leaf.basicConstraints = BasicConstraints(isCA: true)
        }
        try refuse("chain.leaf_is_ca", "leaf-ca-path-length", "the leaf says CA:TRUE with path length 0") {
            $0.leaf.basicConstraints = BasicConstraints(isCA: true, pathLength: 0)
            $0.intermediate.basicConstraints = BasicConstraints(isCA: true, pathLength: 1)
        }
        try accept("leaf-without", "the leaf has no basic constraints") { $0.leaf.basicConstraints = nil }
        try refuse("chain.path_length", "root-0", "the root allows no intermediate") {
            $0.root.basicConstraints = BasicConstraints(isCA: true, pathLength: 0)
        }
        try accept("root-1", "the root allows one intermediate") {
            $0.root.basicConstraints = BasicConstraints(isCA: true, pathLength: 1)
        }
        try accept("intermediate-none", "the intermediate sets no limit") {
            $0.intermediate.basicConstraints = BasicConstraints(isCA: true)
        }
        try accept("intermediate-5", "the intermediate allows five more") {
            $0.intermediate.basicConstraints = BasicConstraints(isCA: true, pathLength: 5)
        }

        let own = try nameConstraints(permitting: chain.leaf.subjectDER)
        let strange = try nameConstraints(permitting: foreign("Somebody else").issue().leaf.subjectDER)
        try accept("name-permitted", "the intermediate permits the leaf's name only") {
            $0.intermediate.extensions.append(own.permitted)
        }
        try refuse("chain.path_length", "name-not-permitted", "the intermediate permits another name only") {
            $0.intermediate.extensions.append(strange.permitted)
        }
        try accept("name-not-excluded", "the intermediate excludes another name") {
            $0.intermediate.extensions.append(strange.excluded)
        }
        try refuse("chain.path_length", "name-excluded", "the intermediate excludes the leaf's name") {
            $0.intermediate.extensions.append(own.excluded)
        }
        try refuse("chain.path_length", "name-excluded-by-root", "the root excludes the leaf's name") {
            $0.root.extensions.append(own.excluded)
        }
        return file
    }

    /// RFC 5280, section 4.2.1.10, for one directory name.
    private func nameConstraints(
        permitting name: [UInt8]
    ) throws -> (permitted: CertificateExtension, excluded: CertificateExtension) {
        func constraint(_ tag: UInt8) -> CertificateExtension {
            let subtree = DERText.element(0x30, DERText.element(0xA4, name))
            return CertificateExtension(
                oid: "2.5.29.30", isCritical: true, value: DERText.element(0x30, DERText.element(tag, subtree)))
        }
        return (constraint(0xA0), constraint(0xA1))
    }
}
