import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `chains`: what the certificates say about themselves.
extension VectorWorkshop {
    /// Adds vectors for changed chains to a file.
    struct ChainFile {
        var file: VectorFile
        let recipe: ChainRecipe
        let payload: JSONValue

        mutating func accept(
            _ name: String, _ comment: String, _ change: (inout ChainRecipe) throws -> Void
        ) throws {
            let chain = try recipe.with(change).issue()
            file.accept(name, comment, try chain.sign(payload), trust: VerificationVector.Trust(chain.root))
        }

        mutating func refuse(
            _ code: String, _ name: String, _ comment: String, _ change: (inout ChainRecipe) throws -> Void
        ) throws {
            let chain = try recipe.with(change).issue()
            file.refuse(code, name, comment, try chain.sign(payload), trust: VerificationVector.Trust(chain.root))
        }
    }

    func chainFile(_ path: String, _ comment: String) -> ChainFile {
        ChainFile(file: file(path, comment), recipe: recipe, payload: payload)
    }

    /// Keys are on P-256 or P-384, signatures with SHA-256 or SHA-384; the leaf's key is on P-256.
    func certificateKeys() throws -> VectorFile {
        var file = chainFile(
            "chains/keys.json",
            "Keys on named curves P-256 and P-384, the leaf's on P-256; ECDSA with SHA-256 or SHA-384.")
        try file.accept("valid", "P-384, P-384, P-256, all with SHA-384") { _ in }
        try file.accept("all-p256", "P-256 and SHA-256 throughout") {
            $0.rootKey = .p256(keys.foreignLeaf)
            $0.intermediateKey = .p256(keys.foreignXcode)
            $0.root.digest = .sha256
            $0.intermediate.digest = .sha256
            $0.leaf.digest = .sha256
        }
        try file.refuse("chain.key_type", "leaf-p384", "the leaf's key is on P-384") {
            $0.leafKey = .p384(keys.foreignRoot)
        }
        try file.refuse("chain.key_type", "leaf-p521", "the leaf's key is on P-521") {
            $0.leafKey = .refused(keys.p521)
        }
        try file.refuse("chain.key_type", "leaf-rsa", "the leaf's key is RSA") { $0.leafKey = .refused(keys.rsa) }
        try file.refuse("chain.key_type", "leaf-explicit", "the leaf spells out the parameters of P-256") {
            $0.leafKey = .refused(try .withExplicitParameters(.p256(keys.leaf)))
        }
        try file.refuse("chain.key_type", "intermediate-p521", "the intermediate's key is on P-521") {
            $0.intermediateKey = .refused(keys.p521)
        }
        try file.refuse("chain.key_type", "intermediate-rsa", "the intermediate's key is RSA") {
            $0.intermediateKey = .refused(keys.rsa)
        }
        try file.refuse(
            "chain.key_type", "intermediate-explicit", "the intermediate spells out the parameters of P-384"
        ) {
            $0.intermediateKey = .refused(try .withExplicitParameters(.p384(keys.intermediate)))
        }
        try file.refuse("chain.key_type", "root-p521", "the root's key is on P-521") {
            $0.rootKey = .refused(keys.p521)
        }
        try file.refuse("chain.key_type", "root-rsa", "the root's key is RSA, as that of Apple's older root is") {
            $0.rootKey = .refused(keys.rsa)
        }
        try file.refuse("chain.key_type", "leaf-sha512", "the leaf is signed with SHA-512") { $0.leaf.digest = .sha512 }
        try file.refuse("chain.key_type", "intermediate-sha512", "the intermediate is signed with SHA-512") {
            $0.intermediate.digest = .sha512
        }
        try file.accept("root-sha512", "the root is signed with SHA-512: nobody asks who signed an anchor") {
            $0.root.digest = .sha512
        }
        return file.file
    }

    /// RFC 5280, section 4.2.1.3, where the extension is present.
    func keyUsages() throws -> VectorFile {
        var file = chainFile(
            "chains/key-usage.json",
            "Key usage, where present: digitalSignature on the leaf, keyCertSign on authorities.")
        try file.accept("none", "no certificate has the extension") {
            $0.root.keyUsage = nil
            $0.intermediate.keyUsage = nil
            $0.leaf.keyUsage = nil
        }
        try file.accept("more-than-needed", "every certificate has further usages") {
            $0.root.keyUsage = [.digitalSignature, .keyCertSign, .cRLSign]
            $0.intermediate.keyUsage = [.digitalSignature, .keyCertSign]
            $0.leaf.keyUsage = [.digitalSignature, .nonRepudiation, .keyAgreement]
        }
        try file.refuse("chain.key_usage", "leaf-key-agreement", "the leaf is for key agreement") {
            $0.leaf.keyUsage = .keyAgreement
        }
        try file.refuse("chain.key_usage", "leaf-non-repudiation", "the leaf is for non-repudiation alone") {
            $0.leaf.keyUsage = .nonRepudiation
        }
        try file.refuse("chain.key_usage", "leaf-certificates", "the leaf is for signing certificates") {
            $0.leaf.keyUsage = [.keyCertSign, .cRLSign]
        }
        try file.refuse("chain.key_usage", "intermediate-lists", "the intermediate is for revocation lists alone") {
            $0.intermediate.keyUsage = .cRLSign
        }
        try file.refuse("chain.key_usage", "intermediate-data", "the intermediate is for signing data") {
            $0.intermediate.keyUsage = .digitalSignature
        }
        try file.refuse("chain.key_usage", "root-lists", "the root is for revocation lists alone") {
            $0.root.keyUsage = .cRLSign
        }
        return file.file
    }

    /// RFC 5280, section 4.2, and versions.
    func extensions() throws -> VectorFile {
        var file = chainFile(
            "chains/extensions.json", "Critical extensions must be understood; leaf and intermediate are of version 3.")
        // An identifier under the arc for documentation (RFC 5612 has its number 32473).
        let unknown = CertificateExtension(oid: "1.3.6.1.4.1.32473.1", isCritical: true, value: [0x05, 0x00])
        let harmless = CertificateExtension(oid: "1.3.6.1.4.1.32473.1", value: [0x05, 0x00])
        let codeSigning = CertificateExtension(
            oid: "2.5.29.37", isCritical: true, value: [0x30, 0x0A, 0x06, 0x08, 0x2B, 6, 1, 5, 5, 7, 3, 3])
        try file.accept("unknown-not-critical", "every certificate has an unknown extension that is not critical") {
            $0.root.extensions.append(harmless)
            $0.intermediate.extensions.append(harmless)
            $0.leaf.extensions.append(harmless)
        }
        try file.accept("known-critical", "a critical extended key usage, which is understood") {
            $0.leaf.extensions.append(codeSigning)
        }
        try file.accept("markers-critical", "both markers are critical") {
            $0.intermediate.extensions = [marker(TestAuthority.intermediateMarker, isCritical: true)]
            $0.leaf.extensions = [marker(TestAuthority.leafMarker, isCritical: true)]
        }
        try file.refuse("chain.critical_extension", "leaf", "the leaf has an unknown critical extension") {
            $0.leaf.extensions.append(unknown)
        }
        try file.refuse(
            "chain.critical_extension", "intermediate", "the intermediate has an unknown critical extension"
        ) {
            $0.intermediate.extensions.append(unknown)
        }
        try file.refuse("chain.critical_extension", "root", "the root has an unknown critical extension") {
            $0.root.extensions.append(unknown)
        }
        try file.refuse(
            "chain.critical_extension", "longer-marker", "an identifier below the leaf's marker is another one"
        ) {
            $0.leaf.extensions.append(marker(TestAuthority.leafMarker + ".1", isCritical: true))
        }
        try file.accept("no-key-identifiers", "no certificate has a key identifier") {
            $0.root.hasSubjectKeyIdentifier = false
            $0.intermediate.hasSubjectKeyIdentifier = false
            $0.leaf.hasSubjectKeyIdentifier = false
        }
        for version in [1, 2] {
            try file.refuse("chain.version", "leaf-version-\(version)", "the leaf says version \(version)") {
                $0.leaf.version = version
            }
            try file.refuse(
                "chain.version", "intermediate-version-\(version)", "the intermediate says version \(version)"
            ) {
                $0.intermediate.version = version
            }
        }
        return file.file
    }

    /// Apple's marks on certificates for App Store data.
    func markers() throws -> VectorFile {
        var file = chainFile(
            "chains/markers.json", "The markers: present with exactly their identifiers, whatever they hold.")
        let (leaf, intermediate) = (TestAuthority.leafMarker, TestAuthority.intermediateMarker)
        try file.accept("valid", "both markers hold NULL") { _ in }
        try file.accept("other-contents", "the markers hold a text and nothing") {
            $0.leaf.extensions = [marker(leaf, value: [0x0C, 0x01, 0x41])]
            $0.intermediate.extensions = [marker(intermediate, value: [])]
        }
        try file.refuse("chain.leaf_marker", "leaf-none", "a leaf without marker, as a developer's certificate is") {
            $0.leaf.extensions = []
        }
        try file.refuse("chain.leaf_marker", "leaf-other", "the leaf has the intermediate's marker") {
            $0.leaf.extensions = [marker(intermediate)]
        }
        try file.refuse("chain.leaf_marker", "leaf-longer", "the leaf's marker has a number more") {
            $0.leaf.extensions = [marker(leaf + ".1")]
        }
        try file.refuse("chain.leaf_marker", "leaf-shorter", "the leaf's marker lacks its last number") {
            $0.leaf.extensions = [marker(String(leaf.dropLast(2)))]
        }
        try file.refuse("chain.leaf_marker", "leaf-neighbour", "the leaf's marker ends in 2") {
            $0.leaf.extensions = [marker(leaf.dropLast(1) + "2")]
        }
        try file.refuse("chain.intermediate_marker", "intermediate-none", "an intermediate without marker") {
            $0.intermediate.extensions = []
        }
        try file.refuse("chain.intermediate_marker", "intermediate-other", "the intermediate has the leaf's marker") {
            $0.intermediate.extensions = [marker(leaf)]
        }
        try file.refuse(
            "chain.intermediate_marker", "intermediate-longer", "the intermediate's marker has a number more"
        ) {
            $0.intermediate.extensions = [marker(intermediate + ".1")]
        }
        return file.file
    }

    private func marker(
        _ oid: String, isCritical: Bool = false, value: [UInt8] = [0x05, 0x00]
    ) -> CertificateExtension { CertificateExtension(oid: oid, isCritical: isCritical, value: value) }
}
