internal import AppStoreModels
internal import AppStoreVerification
internal import NotificationProcessing
internal import OpenSSLCrypto
internal import StrictJSON

extension DecodedJWS {
    /// The drawing of it.
    ///
    /// - Parameters:
    ///   - now: The present, in milliseconds since 1970.
    ///   - style: What the output can show.
    ///   - outer: The notification around it, whose own lines are not repeated.
    /// - Returns: The tree, to be drawn in that style.
    func tree(now: Int64, style: TerminalStyle, in outer: DecodedJWS?) -> TextTree {
        let isNested = outer != nil
        var facts = failure.map { DecodedJWS.facts(of: $0, isKnown: $0.code == outer?.failure?.code) } ?? []
        if let payload { facts += DecodedJWS.facts(of: payload, kind: kind, now: now) }
        if !isNested, let leaf = certificates.first { facts.append(DecodedJWS.facts(of: leaf, now: now)) }
        if let revocation, !revocation.findings.isEmpty {
            facts.append(["revocation: \(TerminalText.plain(revocation.summary))"])
        }
        return TextTree(
            heading: payload.map { DecodedJWS.heading(of: $0, kind: kind) } ?? "NOT DECODED",
            verdict: verdict(style: style, isNested: isNested), role: isVerified ? .good : .bad, facts: facts,
            branches: nested.map { $0.decoded.tree(now: now, style: style, in: self) })
    }

    /// Who signed, and how long the certificate lasts.
    static func facts(of leaf: Certificate, now: Int64) -> [String] {
        let (from, to) = (leaf.notBefore, leaf.notAfter)
        let milliseconds = to.multipliedReportingOverflow(by: 1000).partialValue
        let name = TerminalText.plain(leaf.commonName ?? leaf.subject)
        return [
            "signed by \(ShortText.middle(name, limit: 60))",
            "valid \(TimeText.utc(from.multipliedReportingOverflow(by: 1000).partialValue, .day)) to "
                + "\(TimeText.utc(milliseconds, .day))" + (milliseconds < now ? " (over today)" : ""),
        ]
    }

    /// Why something is not verified; in full unless the same was said before.
    static func facts(of failure: VerificationFailure, isKnown: Bool) -> [[String]] {
        let details = [("expected", failure.expected), ("got", failure.got), ("hint", failure.hint)]
        return [["not verified: \(TerminalText.plain(failure.message)) (\(failure.code))"]]
            + (isKnown ? [] : details).compactMap { name, value in
                value.map { ["\(name): \(TerminalText.plain($0))"] }
            }
    }

    private func verdict(style: TerminalStyle, isNested: Bool) -> String {
        DecodedJWS.verdict(
            failure, signer: isNested ? nil : signer, environment: isNested ? nil : environment, style: style)
    }

    /// A failure's code, or who signed for which environment.
    static func verdict(
        _ failure: VerificationFailure?, signer: Signer?, environment: String?, style: TerminalStyle
    ) -> String {
        if let failure {
            return "NOT VERIFIED" + (style.usesUnicode ? " ✗ " : " ") + failure.code.rawValue
        }
        let mark = style.usesUnicode ? "verified ✓" : "verified"
        let who = [signer?.rawValue, environment.map(TerminalText.plain)].compactMap { $0 }.joined(separator: ", ")
        return who.isEmpty ? mark : "\(mark) (\(who))"
    }

    private static func heading(of payload: JSONNode, kind: PayloadKind?) -> String {
        func value(_ name: String) -> String? { payload[name].flatMap { $0.isNull ? nil : FactSheet.text($0) } }
        let parts: [String?] =
            switch kind {
            case .notification:
                [
                    "NOTIFICATION",
                    [value("notificationType"), value("subtype")].compactMap { $0 }.joined(separator: " / "),
                ]
            case .transaction: ["TRANSACTION", value("productId"), value("type").map { $0.lowercased() }]
            case .renewalInfo: ["RENEWAL", renewalHeading(payload)]
            case .appTransaction: ["APP TRANSACTION", value("bundleId"), value("applicationVersion")]
            case .realtimeRequest: ["REALTIME REQUEST", value("productId"), value("userLocale")]
            case nil: [payload["aud"]?.string == "appstoreconnect-v1" ? "APP STORE SERVER API TOKEN" : "UNKNOWN KIND"]
            }
        return parts.compactMap { $0 }.joined(separator: "  ")
    }

    private static func renewalHeading(_ payload: JSONNode) -> String {
        var sheet = FactSheet(payload, now: 0)
        let product = sheet.text("autoRenewProductId") ?? sheet.text("productId") ?? ""
        let price = sheet.money("renewalPrice", "at").map { " \($0)" } ?? ""
        let isOff = payload["autoRenewStatus"].map { FactSheet.text($0) == "0" } ?? false
        if isOff { return "will not renew \(product)" }
        return (payload["isInBillingRetryPeriod"]?.boolean == true ? "will try " : "will renew ") + product + price
    }
}
