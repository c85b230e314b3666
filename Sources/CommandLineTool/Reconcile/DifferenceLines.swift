internal import Entitlements
internal import Reconciliation
internal import StrictJSON

/// Writes how a line differs: for programs as JSON, for people in words.
struct DifferenceLines {
    /// How many answers and statements are shown of each line.
    private static let shown = 5
    private static let column = 11

    let now: Int64
    let style: TerminalStyle

    /// What a kind of difference is called.
    static func words(_ kind: LineDifference.Kind) -> String {
        switch kind {
        case .unknownAtApple: "unknown at the App Store"
        case .unlisted: "not listed by the App Store"
        case .unknownHere: "unknown here"
        case .refund: "refunded, not known here"
        case .missing: "with purchases missing here"
        case .stale: "not up to date here"
        case .status: "with another status than what is signed"
        }
    }

    /// Several lines for people.
    func text(_ difference: LineDifference, of line: LineIdentity) -> String {
        let kind = style.paint(DifferenceLines.words(difference.kind), .doubtful)
        var out = "- \(TerminalText.plain(line.originalTransactionId))  \(kind)\n"
        out += rows("here", difference.ours.map(verdict), none: "nothing is held")
        switch difference.kind {
        case .unknownAtApple, .unlisted: break
        default:
            let told = difference.status.map { "  (status \($0))" } ?? ""
            var theirs = difference.theirs.map(verdict)
            if let last = theirs.popLast() { theirs.append(last + told) }
            out += rows("App Store", theirs, none: "nothing" + told)
        }
        if difference.ours.map(verdict) == difference.theirs.map(verdict) {
            out += rows("differs in", DifferenceLines.members(difference), none: nil)
        }
        let evidence = difference.evidence.map { evidence in
            evidence.version.statement.sentence(signed: evidence.version.date)
                .text(instant: { TimeText.utc($0) }, name: TerminalText.plain) + "  (\(evidence.origin.rawValue))"
        }
        return out + rows("evidence", evidence, none: nil)
    }

    /// The names of what differs in answers that read alike.
    private static func members(_ difference: LineDifference) -> [String] {
        let pairs = zip(difference.ours, difference.theirs).map { ($0.json(), $1.json()) }
        return pairs.flatMap { (ours: JSONValue, theirs: JSONValue) -> [String] in
            guard case .object(let left) = ours, case .object(let right) = theirs else { return [] }
            return zip(left, right).filter { $0.name != "because" && $0.value != $1.value }.map(\.0.name)
        }
    }

    private func rows(_ label: String, _ texts: [String], none: String?) -> String {
        var texts = texts
        if texts.isEmpty, let none { texts = [none] }
        let rest = texts.count - DifferenceLines.shown
        var out = ""
        for (index, text) in texts.prefix(DifferenceLines.shown).enumerated() {
            out += "    \((index == 0 ? label : "").padded(to: DifferenceLines.column))\(text)\n"
        }
        if rest > 0 { out += "    \("".padded(to: DifferenceLines.column))and \(rest) more\n" }
        return out
    }

    private func verdict(_ answer: EntitlementAnswer) -> String {
        let product = TerminalText.plain(answer.productId ?? "unknown product")
        var text = "\(product): \(EntitlementLines(now: now, style: style).verdict(answer))"
        if let renews = answer.autoRenewStatus { text += renews == 1 ? ", renews" : ", does not renew" }
        return text
    }

    /// One object on one line.
    func json(_ difference: LineDifference, of line: LineIdentity) -> String {
        JSONWriter().text([
            "difference": [
                "kind": .string(difference.kind.rawValue), "id": .string(line.originalTransactionId),
                "environment": .string(line.scope.environment), "bundleId": .string(line.scope.bundleId),
                "status": .optional(difference.status.map(Int64.init)),
                "local": .array(difference.ours.map { $0.json(includesBecause: false) }),
                "remote": .array(difference.theirs.map { $0.json(includesBecause: false) }),
                "evidence": .array(
                    difference.evidence.map { evidence in
                        [
                            "origin": .string(evidence.origin.rawValue),
                            "kind": .string(evidence.version.identity.kind.rawValue),
                            "id": .string(evidence.version.identity.id),
                            "signedDate": .integer(evidence.version.date),
                            "text": .string(
                                evidence.version.statement.sentence(signed: evidence.version.date)
                                    .text(instant: TimeText.iso8601)),
                        ]
                    }),
            ]
        ])
    }
}
