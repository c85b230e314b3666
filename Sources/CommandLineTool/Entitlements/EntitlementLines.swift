internal import Entitlements
internal import StrictJSON

/// Writes answers: for programs as JSON, for people in words.
struct EntitlementLines {
    private let now: Int64
    private let style: TerminalStyle

    init(now: Int64, style: TerminalStyle) {
        self.now = now
        self.style = style
    }

    /// One answer as one line of JSON.
    func json(_ answer: EntitlementAnswer) -> String { JSONWriter(sortsNames: true).text(answer.json()) }

    /// A customer's answer as one line of JSON.
    func json(_ answer: CustomerAnswer) -> String { JSONWriter(sortsNames: true).text(answer.json) + "\n" }

    /// One answer as one line of text.
    func text(_ answer: EntitlementAnswer) -> String {
        let cells = [
            answer.environment.padded(to: 10), answer.bundleId,
            ShortText.middle(answer.originalTransactionId, limit: 20, ellipsis: style.ellipsis).padded(to: 20),
            (answer.productId ?? "unknown product").padded(to: 16),
        ]
        return cells.map(TerminalText.plain).joined(separator: "  ") + "  " + verdict(answer)
    }

    /// A customer's answer: the entitlements, then the lines that they come from.
    func text(_ answer: CustomerAnswer, environment: String) -> String {
        let customer = TerminalText.plain(ShortText.middle(answer.id, limit: 40, ellipsis: style.ellipsis))
        var out = style.paint("CUSTOMER \(customer)", .strong) + "  \(environment)  as of \(TimeText.utc(now))\n"
        if answer.lines.isEmpty, answer.conflicts.isEmpty { out += "  nothing is known at that time\n" }
        for entitlement in answer.entitlements {
            let product = entitlement.best.productId.map { $0 == entitlement.name ? "" : "\($0)  " } ?? ""
            out += "  \(TerminalText.plain("\(entitlement.name)  \(product)"))\(verdict(entitlement.best))\n"
            out += reasons(entitlement.best)
        }
        for line in answer.lines where line.transactionId == nil || line.state == .credited {
            out += "  \(name(line))  \(verdict(line))\n"
        }
        for line in answer.conflicts {
            out += "  \(name(line))  belongs to another customer now\n"
        }
        return out
    }

    private func name(_ answer: EntitlementAnswer) -> String {
        TerminalText.plain((answer.productId ?? answer.originalTransactionId).padded(to: 20))
    }

    /// The state, and since or until when.
    func verdict(_ answer: EntitlementAnswer) -> String {
        let state = style.paint(answer.state.rawValue, answer.isEntitled ? .good : .bad)
        if let until = answer.until { return "\(state) until \(TimeText.both(until, now: now))" }
        if answer.isEntitled { return "\(state) without end" }
        if answer.state == .revoked, let date = answer.revocationDate {
            return "\(state) since \(TimeText.both(date, now: now))"
        }
        guard let end = answer.expiresDate, end <= now else { return state }
        return "\(state), ended \(TimeText.both(end, now: now))"
    }

    private func reasons(_ answer: EntitlementAnswer) -> String {
        let indent = "    "
        var text = "\(indent)because  rule \(answer.because.rule.rawValue)\n"
        for fact in answer.because.facts.prefix(4) {
            let id = TerminalText.plain(
                ShortText.middle(fact.identity.id, limit: 24, ellipsis: style.ellipsis))
            text += "\(indent)         \(fact.identity.kind.rawValue) \(id), signed \(TimeText.utc(fact.stamp.date))\n"
        }
        if let renews = answer.autoRenewStatus {
            let product = answer.autoRenewProductId.map { " as \(TerminalText.plain($0))" } ?? ""
            text += "\(indent)renewal  \(renews == 1 ? "on\(product)" : "off")\n"
        }
        for flag in answer.because.flags { text += "\(indent)flagged  \(flag.rawValue)\n" }
        return text
    }
}
