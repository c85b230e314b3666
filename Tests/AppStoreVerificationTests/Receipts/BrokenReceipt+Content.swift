import AppStoreModels
import AppStoreVerification
import OpenSSLCrypto
import TestSupport

extension BrokenReceipt {
    static let attributes: [BrokenReceipt] = [
        BrokenReceipt(
            name: "no set", code: "receipt.attributes",
            change: { $0.content = DERWriter.element(0x30, $0.sample.attributes.flatMap(\.der)) }),
        BrokenReceipt(name: "nothing signed", code: "receipt.attributes", change: { $0.content = [] }),
        BrokenReceipt(
            name: "a byte behind the set", code: "receipt.attributes", change: { $0.content = $0.sample.content + [0] }),
        BrokenReceipt(
            name: "a set whose length is left open", code: "receipt.attributes",
            change: { $0.content = [0x31, 0x80] + $0.sample.attributes.flatMap(\.der) + [0, 0] }),
        BrokenReceipt(
            name: "a length with a needless octet", code: "receipt.attributes",
            change: {
                let inner = $0.sample.attributes.flatMap(\.der)
                $0.content = [0x31, 0x83, 0, UInt8(inner.count >> 8), UInt8(inner.count & 0xFF)] + inner
            }),
        BrokenReceipt(
            name: "an attribute with a fourth member", code: "receipt.attributes",
            change: {
                let odd = DERWriter.element(
                    0x30,
                    DERWriter.integer(77) + DERWriter.integer(1) + DERWriter.element(0x04, [])
                        + DERWriter.integer(1))
                $0.content = DERWriter.element(0x31, $0.sample.attributes.flatMap(\.der) + odd)
            }),
        BrokenReceipt(
            name: "an attribute without a version", code: "receipt.attributes",
            change: {
                let odd = DERWriter.element(0x30, DERWriter.integer(77) + DERWriter.element(0x04, []))
                $0.content = DERWriter.element(0x31, $0.sample.attributes.flatMap(\.der) + odd)
            }),
        BrokenReceipt(
            name: "an attribute type of 72 bits", code: "receipt.attributes",
            change: {
                let type = DERWriter.element(0x02, [UInt8](repeating: 1, count: 9))
                let odd = DERWriter.element(0x30, type + DERWriter.integer(1) + DERWriter.element(0x04, []))
                $0.content = DERWriter.element(0x31, $0.sample.attributes.flatMap(\.der) + odd)
            }),
        BrokenReceipt(
            name: "no bundle id", code: "receipt.attributes", change: { $0.sample.set(2, nil) }),
        BrokenReceipt(
            name: "an empty bundle id", code: "receipt.attributes", change: { $0.sample.set(2, DERWriter.utf8("")) }),
        BrokenReceipt(
            name: "two bundle ids", code: "receipt.attributes",
            change: { $0.sample.attributes.append(.init(2, DERWriter.utf8("com.example.other"))) }),
        BrokenReceipt(
            name: "a bundle id without a tag", code: "receipt.attributes",
            change: { $0.sample.set(2, Array(SampleReceipt.bundleId.utf8)) }),
        BrokenReceipt(
            name: "a bundle id that is no UTF-8", code: "receipt.attributes",
            change: { $0.sample.set(2, DERWriter.element(0x0C, [0xC3, 0x28])) }),
        BrokenReceipt(
            name: "no creation date", code: "receipt.attributes", change: { $0.sample.set(12, nil) }),
        BrokenReceipt(
            name: "a creation date of no day", code: "receipt.attributes",
            change: { $0.sample.set(12, DERWriter.ia5("2026-02-29T00:00:00Z")) }),
        BrokenReceipt(
            name: "a creation date that is a number", code: "receipt.attributes",
            change: { $0.sample.set(12, DERWriter.integer(SampleReceipt.creationDate)) }),
        BrokenReceipt(
            name: "a purchase that is no set", code: "receipt.attributes",
            change: { $0.sample.set(17, DERWriter.utf8("com.example.app.pro")) }),
        BrokenReceipt(
            name: "a purchase of no product", code: "receipt.attributes",
            change: { $0.sample.purchases[1].removeAll { $0.type == 1702 } }),
        BrokenReceipt(
            name: "a purchase without a transaction", code: "receipt.attributes",
            change: { $0.sample.purchases[0].removeAll { $0.type == 1703 } }),
        BrokenReceipt(
            name: "a purchase with two transactions", code: "receipt.attributes",
            change: { $0.sample.purchases[0].append(.init(1703, DERWriter.utf8("3"))) }),
        BrokenReceipt(
            name: "a quantity that is a text", code: "receipt.attributes",
            change: {
                $0.sample.purchases[0].removeAll { $0.type == 1701 }
                $0.sample.purchases[0].append(.init(1701, DERWriter.utf8("1")))
            }),
        BrokenReceipt(
            name: "more attributes than are read", code: "receipt.attributes",
            change: { workshop in
                workshop.sample.attributes += (0..<100_000).map { .init(20_000 + Int64($0), []) }
            }),
    ]

    static let dates: [BrokenReceipt] = [
        BrokenReceipt(
            name: "made before the leaf began", code: "receipt.expired",
            change: { $0.leaf.notBefore = SampleReceipt.creationDate / 1000 + 1 }),
        BrokenReceipt(
            name: "made after the leaf had ended", code: "receipt.expired",
            change: { $0.leaf.notAfter = SampleReceipt.creationDate / 1000 - 1 }),
        BrokenReceipt(
            name: "made after the intermediate had ended", code: "receipt.expired",
            change: { $0.intermediate.notAfter = SampleReceipt.creationDate / 1000 - 1 }),
        BrokenReceipt(
            name: "made after the root had ended", code: "receipt.expired",
            change: { $0.root.notAfter = SampleReceipt.creationDate / 1000 - 1 }),
        BrokenReceipt(
            name: "judged now, when the leaf has ended", code: "receipt.expired",
            trust: { configuration, _ in configuration.clock = .now }, now: (TestSigner.notAfter + 1) * 1000),
        BrokenReceipt(
            name: "judged at a time before the leaf began", code: "receipt.expired",
            trust: { configuration, _ in configuration.clock = .instant((TestSigner.notBefore - 1) * 1000) }),
        BrokenReceipt(
            name: "a receipt that has ended itself", code: "receipt.expired",
            change: { $0.sample.set(21, DERWriter.ia5("2026-06-02T00:00:00Z")) },
            now: SampleReceipt.creationDate + 86_400_000),
    ]

    static let app: [BrokenReceipt] = [
        BrokenReceipt(
            name: "another app", code: "app.bundle_id",
            change: { $0.sample.set(2, DERWriter.utf8("com.example.App")) }),
        BrokenReceipt(name: "of no kind", code: "app.environment", change: { $0.sample.set(0, nil) }),
        BrokenReceipt(
            name: "of an unknown kind", code: "app.environment",
            change: { $0.sample.set(0, DERWriter.utf8("Staging")) }),
        BrokenReceipt(
            name: "of the sandbox in production", code: "app.environment",
            trust: { configuration, _ in configuration.environments = [.production] }),
        BrokenReceipt(
            name: "said to be Xcode's by an App Store chain", code: "app.environment",
            change: { $0.sample.set(0, DERWriter.utf8("Xcode")) },
            trust: { configuration, chain in
                var other = try ReceiptWorkshop()
                other.isLeafSelfSigned = true
                configuration.xcodeCertificates = [try other.chain()[0]]
                configuration.environments.insert(.xcode)
            }),
        BrokenReceipt(
            name: "said to be the App Store's by Xcode", code: "app.environment",
            change: { $0.isLeafSelfSigned = true },
            trust: { configuration, chain in
                configuration.xcodeCertificates = [chain[0]]
                configuration.environments.insert(.xcode)
            }),
        BrokenReceipt(
            name: "without a purchase where one is wanted", code: "receipt.no_purchase",
            change: { $0.sample.purchases = [] }, requiresPurchase: true),
    ]
}
