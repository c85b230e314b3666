internal import AppStoreModels
internal import AppStoreVerification
internal import StrictJSON

extension DecodedReceipt {
    func tree(now: Int64, style: TerminalStyle) -> TextTree {
        var facts = failure.map { DecodedJWS.facts(of: $0, isKnown: false) } ?? []
        var branches: [TextTree] = []
        switch content {
        case .receipt(let receipt)?:
            facts += DecodedReceipt.facts(of: receipt, now: now)
            branches = receipt.inApp.map { DecodedReceipt.tree(of: $0, now: now) }
        case .transactionReceipt(let receipt)?: facts += DecodedReceipt.facts(of: receipt)
        case nil: break
        }
        if let leaf = certificates.first { facts.append(DecodedJWS.facts(of: leaf, now: now)) }
        return TextTree(
            heading: heading,
            verdict: DecodedJWS.verdict(failure, signer: signer, environment: environment, style: style),
            role: isVerified ? .good : .bad, facts: facts, branches: branches)
    }

    private var heading: String {
        let claimed = isVerified ? "" : "CLAIMED "
        switch content {
        case .receipt(let receipt)?:
            let parts = [claimed + "RECEIPT", receipt.bundleId, receipt.applicationVersion].compactMap { $0 }
            return parts.map { ShortText.middle(TerminalText.plain($0), limit: 80) }.joined(separator: "  ")
        case .transactionReceipt?: return claimed + "TRANSACTION RECEIPT"
        case nil: return "NOT DECODED"
        }
    }

    private static func facts(of receipt: AppReceipt, now: Int64) -> [[String]] {
        var lines: [[String]] = []
        func add(_ facts: String?...) {
            let facts = facts.compactMap { $0 }
            if !facts.isEmpty { lines.append(facts) }
        }
        add(
            "made \(TimeText.both(receipt.receiptCreationDate.milliseconds, now: now))",
            text(receipt.receiptType, "kind"), end(receipt.expirationDate, "ends", now: now))
        add(
            time(receipt.originalPurchaseDate, "app first bought"),
            text(receipt.originalApplicationVersion, "as version"))
        add(bytes(receipt.opaqueValue, "opaque value"), bytes(receipt.sha1Hash, "device's hash"))
        if receipt.inApp.isEmpty { add("no in-app purchase") }
        if let others = others(receipt.otherAttributes) { lines.append(others) }
        return lines
    }

    private static func tree(of purchase: InAppPurchaseReceipt, now: Int64) -> TextTree {
        let product = ShortText.middle(TerminalText.plain(purchase.productId), limit: 80)
        let groups: [[String?]] = [
            [
                purchase.quantity.map { "quantity \($0)" }, time(purchase.purchaseDate, "bought"),
                end(purchase.expiresDate, "expires", now: now), time(purchase.cancellationDate, "CANCELLED"),
            ],
            [
                text(purchase.originalTransactionId, "original"), text(purchase.transactionId, "transaction"),
                time(purchase.originalPurchaseDate, "first bought"),
                text(purchase.webOrderLineItemId, "web order line item"),
                purchase.isInIntroOfferPeriod.map { $0 ? "introductory price" : "no introductory price" },
            ],
            others(purchase.otherAttributes) ?? [],
        ]
        return TextTree(
            heading: "PURCHASE  \(product)",
            facts: groups.map { $0.compactMap(\.self) }.filter { !$0.isEmpty })
    }

    private static func facts(of receipt: TransactionReceipt) -> [[String]] {
        func line(_ entries: [TransactionReceipt.Entry]) -> [String] {
            entries.map { text("\($0.value)", TerminalText.plain($0.name)) ?? "" }
        }
        return [line(receipt.purchaseInfo), line(receipt.entries)].filter { !$0.isEmpty }
    }

    private static func text(_ value: String?, _ label: String) -> String? {
        value.map { "\(label) \(ShortText.middle(TerminalText.plain($0), limit: 80))" }
    }

    private static func time(_ time: Timestamp?, _ label: String) -> String? {
        time.map { "\(label) \(TimeText.utc($0.milliseconds, .minute))" }
    }

    private static func end(_ time: Timestamp?, _ label: String, now: Int64) -> String? {
        time.map {
            let distance = RelativeTime.text($0.milliseconds, now: now)
            return "\(label) \(TimeText.utc($0.milliseconds, .minute)) "
                + "(\($0.milliseconds <= now ? "ended " : "")\(distance))"
        }
    }

    private static func bytes(_ value: [UInt8]?, _ label: String) -> String? {
        value.map { "\(label) \($0.prefix(20).map { hexadecimal($0) }.joined())\($0.count > 20 ? "…" : "")" }
    }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    /// The attributes that have no place of their own, by number and size.
    private static func others(_ attributes: [ReceiptAttribute]) -> [String]? {
        guard !attributes.isEmpty else { return nil }
        return ["other attributes kept:"] + attributes.prefix(40).map { "\($0.type) (\($0.value.count) bytes)" }
            + (attributes.count > 40 ? ["and \(attributes.count - 40) more"] : [])
    }
}
