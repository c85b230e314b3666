package import StrictJSON

/// Everything that was found, the likeliest cause first.
package struct DoctorReport: Hashable, Sendable {
    /// The findings: problems, then what may pass, notes, what is well, and what was skipped; causes before what they cause.
    package let findings: [Finding]

    /// Puts findings in their order.
    package init(_ findings: [Finding]) {
        let order = DoctorCheck.allCases
        // `sorted` keeps no order among equals by contract, so the place takes part.
        self.findings = findings.enumerated().sorted { left, right in
            let keys = [left, right].map { entry in
                [
                    DoctorReport.rank(entry.element), order.firstIndex(of: entry.element.check) ?? 0, entry.offset,
                ]
            }
            return keys[0].lexicographicallyPrecedes(keys[1])
        }.map(\.element)
    }

    private static func rank(_ finding: Finding) -> Int {
        switch finding.result {
        case .problem: finding.isTemporary ? 1 : 0
        case .note: 2
        case .ok: 3
        case .skipped: 4
        }
    }

    /// 1 when something must be mended, 3 when all that is wrong may pass, else 0.
    package var exitStatus: ExitStatus {
        let problems = findings.filter { $0.result == .problem }
        if problems.isEmpty { return .fine }
        return problems.allSatisfy(\.isTemporary) ? .temporary : .no
    }

    /// The report as one object.
    package func json(now: Int64) -> JSONValue {
        [
            "schema": "storekeeper.doctor/1", "command": "doctor", "ok": .boolean(exitStatus == .fine),
            "at": .integer(now), "findings": .array(findings.map(\.json)),
            "counts": .object(
                Finding.Result.allCases.map { result in
                    JSONMember(result.rawValue, .integer(count(result)))
                }),
        ]
    }

    private func count(_ result: Finding.Result) -> Int { findings.count { $0.result == result } }

    /// The report for people.
    package func lines(_ style: TerminalStyle) -> [String] {
        let widest = findings.map(\.check.title.count).max() ?? 0
        let indent = String(repeating: " ", count: 4)
        var lines: [String] = []
        for finding in findings {
            let start = "\(DoctorReport.sign(finding, style)) "
            let title = finding.check.title.padded(to: widest + 2)
            let text = TextWrapping.lines(
                TerminalText.plain(finding.found), width: max(style.width - widest - 12, 30))
            for (index, line) in text.enumerated() {
                let margin = String(repeating: " ", count: widest + 2 + 8)
                lines.append(index == 0 ? start + title + line : margin + line)
            }
            let isList = finding.next.count > 1
            for (index, next) in finding.next.enumerated() {
                let label = isList ? "\(index + 1)) " : ""
                let wrapped = TextWrapping.lines(TerminalText.plain(next), width: max(style.width - 12, 30))
                for (row, line) in wrapped.enumerated() {
                    lines.append(indent + (row == 0 ? label : String(repeating: " ", count: label.count)) + line)
                }
            }
        }
        let words = [
            (count(.problem), "problem"), (count(.note), "note"), (count(.ok), "fine"), (count(.skipped), "skipped"),
        ].map { number, word in "\(number) \(word)\(number != 1 && ["problem", "note"].contains(word) ? "s" : "")" }
        return lines + [words.joined(separator: ", ")]
    }

    private static func sign(_ finding: Finding, _ style: TerminalStyle) -> String {
        let (text, role): (String, TerminalStyle.Role) =
            switch finding.result {
            case .problem where finding.isTemporary: ("later", .doubtful)
            case .problem: ("WRONG", .bad)
            case .note: ("note", .doubtful)
            case .ok: ("ok", .good)
            case .skipped: (style.skipped, .faint)
            }
        return style.paint(text.padded(to: 7), role)
    }
}
