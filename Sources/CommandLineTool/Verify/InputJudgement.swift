internal import AppStoreModels
internal import AppStoreVerification
internal import NotificationProcessing
internal import StrictJSON

/// What `verify` found about one input.
struct InputJudgement {
    /// The answer, as it is also given over HTTP.
    enum Answer {
        case payload(VerificationAnswer)
        case receipt(ReceiptAnswer)

        var members: [JSONMember] {
            switch self {
            case .payload(let answer): answer.members
            case .receipt(let answer): answer.members
            }
        }

        /// One line about what was verified, or the first check that failed.
        var summary: Result<String, VerificationFailure> {
            switch self {
            case .payload(let answer): answer.result.map(InputJudgement.summary)
            case .receipt(let answer): answer.result.map(InputJudgement.summary)
            }
        }
    }

    /// What was found.
    var answer: Answer
    /// Every check with its result, where that was asked for.
    var checks: [VerificationCheck]?

    var status: ExitStatus {
        if case .success = answer.summary { .fine } else { isTemporary ? .temporary : .no }
    }

    /// What is known of the certificates, where somebody was asked.
    private var revocation: RevocationReport? {
        if case .payload(let answer) = answer { answer.revocation } else { nil }
    }

    private var isTemporary: Bool { revocation?.isTemporary ?? false }

    /// The verdict on what is not valid.
    private var refusal: String { isTemporary ? "UNDECIDED" : "INVALID" }

    /// The members of the answer, with the checks where they were asked for.
    var members: [JSONMember] {
        guard let checks else { return answer.members }
        return answer.members + [JSONMember("checks", .array(checks.map(JSONValue.init(describing:))))]
    }
}

extension JSONValue {
    fileprivate init(describing check: VerificationCheck) {
        var members = [
            JSONMember("code", .string(check.code.rawValue)), JSONMember("title", .string(check.title)),
            JSONMember("result", .string(check.result.rawValue)),
        ]
        for (name, value) in [("expected", check.expected), ("got", check.got), ("path", check.path)] {
            if let value { members.append(JSONMember(name, .string(value))) }
        }
        self = .object(members)
    }
}

extension InputJudgement {
    /// The answer for people: the ladder of checks where it was asked for, then the verdict.
    func text(style: TerminalStyle, acceptsAnyApp: Bool) -> [String] {
        var lines = ladder(style: style)
        switch answer.summary {
        case .success(let summary):
            lines.append(style.paint("VALID", .good) + "  " + summary)
            if let revocation, !revocation.findings.isEmpty {
                lines.append("  revocation  \(TerminalText.plain(revocation.summary))")
            }
            if acceptsAnyApp { lines.append(TrustOptions.anyApp) }
        case .failure(let failure):
            lines.append(style.paint(refusal, .bad) + "  " + InputJudgement.summary(of: failure))
            for (name, value) in [("expected", failure.expected), ("got", failure.got), ("hint", failure.hint)] {
                if let value { lines.append("  \(name.padded(to: 8))  \(TerminalText.plain(value))") }
            }
            lines.append("  more      storekeeper help \(failure.code)")
        }
        return lines
    }

    /// One line for one line of the input, after its ladder where that was asked for.
    func lineText(_ number: Int, style: TerminalStyle) -> [String] {
        let verdict: String
        switch answer.summary {
        case .success(let summary): verdict = style.paint("valid", .good) + "    " + summary
        case .failure(let failure): verdict = style.paint(refusal, .bad) + "  " + InputJudgement.summary(of: failure)
        }
        return ladder(style: style) + ["\(String(number).paddedLeft(to: 6))  \(verdict)"]
    }

    private static func summary(of payload: VerifiedPayload) -> String {
        var parts: [String?] = [payload.kind.rawValue]
        let bundleId: String?
        switch payload {
        case .notification(let held):
            let notification = held.notification.payload
            let subtype = notification.subtype.map { "/\($0)" } ?? ""
            parts.append("\(notification.notificationType)\(subtype)")
            bundleId = held.notification.bundleId
        case .transaction(let held):
            parts += [held.payload.productId, held.payload.transactionId]
            bundleId = held.bundleId
        case .renewalInfo(let held):
            parts.append(held.payload.originalTransactionId)
            bundleId = held.bundleId
        case .appTransaction(let held): bundleId = held.bundleId
        case .realtimeRequest(let held):
            parts.append(held.payload.requestIdentifier)
            bundleId = held.bundleId
        }
        return line(parts + [payload.environment?.rawValue ?? "no environment", bundleId])
    }

    private static func summary(of verified: VerifiedReceipt) -> String {
        let count = verified.receipt.inApp.count
        return line([
            ReceiptAnswer.kind, count == 1 ? "1 purchase" : "\(count) purchases",
            "made \(verified.receipt.receiptCreationDate)", verified.environment.rawValue, verified.receipt.bundleId,
        ])
    }

    private static func line(_ parts: [String?]) -> String {
        parts.compactMap { $0 }.map { ShortText.middle(TerminalText.plain($0), limit: 80) }.joined(separator: "  ")
    }

    private static func summary(of failure: VerificationFailure) -> String {
        let place = failure.path.map { "\(TerminalText.plain($0)): " } ?? ""
        return "\(failure.code)  \(place)\(TerminalText.plain(failure.message))"
    }

    /// The checks in their order; what passed stands two by two where there is room.
    private func ladder(style: TerminalStyle) -> [String] {
        guard let checks else { return [] }
        var lines: [String] = []
        var passed: [String] = []
        var path: String?
        let column = 48
        func flush() {
            let perLine = style.usesUnicode && style.width >= 2 * column ? 2 : 1
            for start in stride(from: 0, to: passed.count, by: perLine) {
                let titles = passed[start..<min(start + perLine, passed.count)]
                let padded = titles.enumerated().map { place, title in
                    "\(style.paint(style.yes, .good)) "
                        + (place == titles.count - 1 ? title : title.padded(to: column - 2))
                }
                lines.append((path == nil ? "" : "  ") + padded.joined())
            }
            passed = []
        }
        for check in checks {
            if check.path != path || check.result != .passed { flush() }
            if check.path != path, let place = check.path { lines.append("\(TerminalText.plain(place)):") }
            path = check.path
            let indent = path == nil ? "" : "  "
            switch check.result {
            case .passed: passed.append(check.title)
            case .failed:
                lines.append("\(indent)\(style.paint(style.no, .bad)) \(check.title)  (\(check.code))")
                for (name, value) in [("expected", check.expected), ("got", check.got)] {
                    if let value { lines.append("\(indent)    \(name.padded(to: 8))  \(TerminalText.plain(value))") }
                }
            case .notReached, .notAsked:
                let text = "\(style.skipped) \(check.title)  (\(check.result.rawValue))"
                lines.append(indent + style.paint(text, .faint))
            }
        }
        flush()
        return lines
    }
}
