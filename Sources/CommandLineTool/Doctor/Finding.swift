internal import StrictJSON

/// One thing that a check found.
package struct Finding: Hashable, Sendable {
    /// How bad it is.
    package enum Result: String, Hashable, Sendable, CaseIterable {
        /// It must be mended.
        case problem
        /// It is worth knowing.
        case note
        /// All is well.
        case ok
        /// It could not be looked at.
        case skipped
    }

    /// The check.
    package var check: DoctorCheck
    /// A stable name of what was found, such as `clock.skew`.
    package var code: String
    /// How bad it is.
    package var result: Result
    /// Whether the same check may go well later, without anybody mending anything.
    package var isTemporary = false
    /// What was found, in one line.
    package var found: String
    /// What to do, or what may be the cause, the likeliest first.
    package var next: [String]
    /// The numbers in what was found, for programs.
    package var numbers: [String: Int64] = [:]

    /// Puts a finding together; the code is the check's name and a word.
    init(_ check: DoctorCheck, _ word: String, _ result: Result, _ found: String, next: [String] = []) {
        self.check = check
        code = "\(check.rawValue).\(word)"
        self.result = result
        self.found = found
        self.next = next
    }

    static func ok(_ check: DoctorCheck, _ found: String) -> Finding { Finding(check, "fine", .ok, found) }

    static func problem(
        _ check: DoctorCheck, _ word: String, _ found: String, next: [String] = [], isTemporary: Bool = false
    ) -> Finding {
        var finding = Finding(check, word, .problem, found, next: next)
        finding.isTemporary = isTemporary
        return finding
    }

    static func note(_ check: DoctorCheck, _ word: String, _ found: String, next: [String] = []) -> Finding {
        Finding(check, word, .note, found, next: next)
    }

    /// A check that nobody asked for, or that lacks what it needs.
    static func skipped(_ check: DoctorCheck, _ why: String, next: [String] = []) -> Finding {
        Finding(check, "skipped", .skipped, why, next: next)
    }

    /// A check that cannot mean anything before another one goes well.
    static func skipped(_ check: DoctorCheck, waitingFor other: DoctorCheck, _ why: String) -> Finding {
        Finding(check, "waits", .skipped, "\(why); waits for \(other.title)")
    }

    /// The same finding with a number for programs.
    func with(_ name: String, _ number: Int64) -> Finding {
        var finding = self
        finding.numbers[name] = number
        return finding
    }

    /// The finding as an object.
    var json: JSONValue {
        var json: JSONValue = [
            "check": .string(check.rawValue), "code": .string(code), "result": .string(result.rawValue),
            "temporary": .boolean(isTemporary), "found": .string(found), "next": .array(next.map(JSONValue.string)),
        ]
        for (name, number) in numbers.sorted(by: { $0.key < $1.key }) { json[name] = .integer(number) }
        return json
    }
}
