import AppStoreModels
import AppStoreVerification
import JWS
import OpenSSLCrypto
import TestSupport

extension BrokenReceipt {
    static let all = form + path + signature + attributes + dates + app

    private static let form: [BrokenReceipt] = [
        BrokenReceipt(name: "nothing", code: "input.empty", damage: { _ in [] }),
        BrokenReceipt(name: "words", code: "receipt.form", damage: { _ in Array("hello".utf8) }),
        BrokenReceipt(name: "its first half", code: "receipt.form", damage: { Array($0.prefix($0.count / 2)) }),
        BrokenReceipt(
            name: "half of its base64", code: "receipt.form",
            damage: { Array(Base64.encode($0).utf8.prefix($0.count / 2 | 1)) }),
        BrokenReceipt(name: "without its last byte", code: "receipt.form", damage: { Array($0.dropLast()) }),
        BrokenReceipt(name: "with a byte behind it", code: "receipt.form", damage: { $0 + [0] }),
        BrokenReceipt(
            name: "with a second receipt behind it", code: "receipt.form", damage: { $0 + $0 }),
        BrokenReceipt(
            name: "plain data in the place of signed data", code: "receipt.form",
            damage: { _ in
                let identifier: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
                let content = DERWriter.element(0x04, [UInt8](repeating: 7, count: 200))
                return DERWriter.element(0x30, identifier + DERWriter.element(0xA0, content))
            }),
        BrokenReceipt(
            name: "a certificate", code: "receipt.form",
            damage: { _ in (try? ReceiptWorkshop().chain().first?.der) ?? [] }),
        BrokenReceipt(
            name: "no signer", code: "receipt.form",
            damage: { _ in
                let identifier: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]
                let content = DERWriter.element(0x04, SampleReceipt().content)
                let data = DERWriter.element(0x30, identifier + [1] + DERWriter.element(0xA0, content))
                let none = DERWriter.element(0x31, [])
                let signed = DERWriter.element(0x30, DERWriter.integer(1) + none + data + none)
                return DERWriter.element(0x30, identifier + [2] + DERWriter.element(0xA0, signed))
            }),
        BrokenReceipt(name: "two signers", code: "receipt.form", change: { $0.message = { $0.signerCount = 2 } }),
        BrokenReceipt(
            name: "its content elsewhere", code: "receipt.form", change: { $0.message = { $0.isDetached = true } }),
        BrokenReceipt(
            name: "without the signer's certificate", code: "receipt.form", change: { $0.included = [1, 2] }),
        BrokenReceipt(name: "without any certificate", code: "receipt.form", change: { $0.included = [] }),
        BrokenReceipt(
            name: "signed with SHA-512", code: "receipt.form", change: { $0.message = { $0.digest = .sha512 } }),
        BrokenReceipt(
            name: "with more certificates than anybody needs", code: "receipt.form",
            change: { workshop in
                workshop.further = try (0..<20).map { number in
                    var template = workshop.root
                    template.serialNumber = [UInt8(number + 1)]
                    return try template.selfSigned(with: workshop.rootKey)
                }
            }),
        BrokenReceipt(
            name: "larger than 4 MiB", code: "input.too_large",
            change: { $0.sample.set(9999, [UInt8](repeating: 0, count: 4 << 20)) }),
        BrokenReceipt(
            name: "the older form", code: "receipt.form",
            damage: { _ in
                let info = Base64.encode(Array("{\n\t\"transaction-id\" = \"1\";\n}".utf8))
                return Array(Base64.encode(Array("{\n\t\"purchase-info\" = \"\(info)\";\n}".utf8)).utf8)
            }),
    ]

    private static let path: [BrokenReceipt] = [
        BrokenReceipt(
            name: "nobody's root is trusted but another one of the same name", code: "receipt.untrusted",
            trust: { configuration, _ in
                var other = try ReceiptWorkshop()
                other.rootKey = .rsa(try ReceiptWorkshop.keys().foreign)
                configuration.addedRoots = [try other.chain()[2]]
            }),
        BrokenReceipt(
            name: "only Apple's roots are trusted", code: "receipt.untrusted",
            trust: { configuration, _ in
                configuration.addedRoots = []
                configuration.trustsBuiltInRoots = true
            }),
        BrokenReceipt(name: "without the intermediate", code: "receipt.untrusted", change: { $0.included = [0, 2] }),
        BrokenReceipt(
            name: "the leaf right below the root", code: "receipt.untrusted",
            change: {
                $0.intermediate = $0.root
                $0.intermediateKey = $0.rootKey
            }),
        BrokenReceipt(
            name: "the intermediate signed by another key", code: "receipt.untrusted",
            change: { $0.intermediateSigner = .rsa(try ReceiptWorkshop.keys().foreign) }),
        BrokenReceipt(
            name: "the leaf signed by another key", code: "receipt.untrusted",
            change: { $0.leafSigner = .rsa(try ReceiptWorkshop.keys().foreign) }),
        BrokenReceipt(
            name: "the leaf without Apple's mark", code: "receipt.untrusted", change: { $0.leaf.extensions = [] }),
        BrokenReceipt(
            name: "the intermediate without Apple's mark", code: "receipt.untrusted",
            change: { $0.intermediate.extensions = [] }),
        BrokenReceipt(
            name: "the intermediate no authority", code: "receipt.untrusted",
            change: { $0.intermediate.basicConstraints = BasicConstraints(isCA: false) }),
        BrokenReceipt(
            name: "the leaf an authority", code: "receipt.untrusted",
            change: { $0.leaf.basicConstraints = BasicConstraints(isCA: true) }),
        BrokenReceipt(
            name: "a root that allows no intermediate", code: "receipt.untrusted",
            change: { $0.root.basicConstraints = BasicConstraints(isCA: true, pathLength: 0) }),
        BrokenReceipt(
            name: "the leaf for certificates only", code: "receipt.untrusted",
            change: { $0.leaf.keyUsage = .keyCertSign }),
        BrokenReceipt(
            name: "the intermediate for data only", code: "receipt.untrusted",
            change: { $0.intermediate.keyUsage = .digitalSignature }),
        BrokenReceipt(
            name: "the leaf with an unknown critical extension", code: "receipt.untrusted",
            change: {
                $0.leaf.extensions.append(
                    CertificateExtension(oid: "1.3.6.1.4.1.32473.1", isCritical: true, value: [5, 0]))
            }),
        BrokenReceipt(
            name: "the leaf signed with SHA-512", code: "receipt.untrusted", change: { $0.leaf.digest = .sha512 }),
        BrokenReceipt(
            name: "a leaf with a key of 1024 bits", code: "receipt.untrusted",
            change: { $0.leafKey = .rsa(try ReceiptWorkshop.keys().small) }),
        BrokenReceipt(
            name: "a leaf on P-256", code: "receipt.untrusted", change: { $0.leafKey = .p256(try P256PrivateKey()) }),
        BrokenReceipt(
            name: "a root on P-384", code: "receipt.untrusted",
            change: {
                $0.rootKey = .p384(try P384PrivateKey())
                $0.intermediate.digest = .sha384
            }),
        BrokenReceipt(
            name: "signed by itself, and said to be the App Store's", code: "receipt.untrusted",
            change: { $0.isLeafSelfSigned = true }),
        BrokenReceipt(name: "Xcode's, with no certificate of Xcode's", code: "receipt.xcode", change: xcode),
        BrokenReceipt(
            name: "Xcode's, with the certificate of another machine", code: "receipt.xcode", change: xcode,
            trust: { configuration, _ in
                var other = try ReceiptWorkshop()
                try xcode(&other)
                configuration.xcodeCertificates = [try other.chain()[0]]
                configuration.environments = [.xcode]
            }),
    ]

    @Sendable private static func xcode(_ workshop: inout ReceiptWorkshop) throws {
        workshop.isLeafSelfSigned = true
        workshop.included = [0]
        workshop.sample.set(0, DERWriter.utf8("Xcode"))
    }

    @Sendable private static func trustXcode(
        _ configuration: inout VerifierConfiguration, _ chain: [Certificate]
    ) throws {
        configuration.xcodeCertificates = [chain[0]]
        configuration.environments.insert(.xcode)
    }

    private static let signature: [BrokenReceipt] = [
        BrokenReceipt(
            name: "a bit of the signature", code: "receipt.signature",
            damage: { Array($0.dropLast()) + [($0.last ?? 0) ^ 1] }),
        BrokenReceipt(
            name: "a date that was moved", code: "receipt.signature",
            damage: { replacing("2026-06-10T12:00:00Z", by: "2036-06-10T12:00:00Z", in: $0) }),
        BrokenReceipt(
            name: "a date that was moved, under signed attributes", code: "receipt.signature",
            change: { $0.message = { $0.hasSignedAttributes = true } },
            damage: { replacing("2026-06-10T12:00:00Z", by: "2036-06-10T12:00:00Z", in: $0) }),
        BrokenReceipt(
            name: "Xcode's, changed", code: "receipt.signature", change: xcode,
            damage: { replacing("2026-06-10T12:00:00Z", by: "2036-06-10T12:00:00Z", in: $0) }, trust: trustXcode),
    ]

    /// The bytes of one text in the place of another of the same length.
    static func replacing(_ text: String, by other: String, in bytes: [UInt8]) -> [UInt8] {
        let (text, other) = (Array(text.utf8), Array(other.utf8))
        guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: text) }) else { return [] }
        return bytes[..<at] + other + bytes[(at + text.count)...]
    }
}
