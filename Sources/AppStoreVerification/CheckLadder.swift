/// Runs checks in order: normally up to the first failure, for an explanation as far as they mean something.
///
/// Both ways run the same code, so an explanation cannot differ from the verdict.
struct CheckLadder {
    /// Whether results are collected and a failure does not end the checks beside it.
    let isExplaining: Bool
    /// The nested JWS that is being checked.
    var path: String?
    private(set) var checks: [VerificationCheck] = []

    init(isExplaining: Bool) { self.isExplaining = isExplaining }

    /// Checks one thing that the checks after it do not need; the failure is only described when it is wanted.
    mutating func require(
        _ condition: Bool, or failure: @autoclosure () -> VerificationFailure
    ) throws(VerificationFailure) {
        guard isExplaining || !condition else { return }
        let failure = failure()
        guard isExplaining else { throw failure }
        note(failure.code, failure: condition ? nil : failure)
    }

    /// Runs steps, named by their codes in order, that everything after needs: the first failure ends the climb.
    mutating func climb<Value>(
        _ codes: [FailureCode], _ body: () throws(VerificationFailure) -> Value
    ) throws(VerificationFailure) -> Value {
        guard isExplaining else { return try body() }
        do {
            let value = try body()
            for code in codes { note(code, failure: nil) }
            return value
        } catch {
            // The code need not be one of the list: a header can turn out not to be base64url, or to lack certificates.
            for code in codes where code.position < error.code.position { note(code, failure: nil) }
            note(error.code, failure: error)
            throw error
        }
    }

    /// Notes a check that passed.
    mutating func pass(_ code: FailureCode) {
        if isExplaining { note(code, failure: nil) }
    }

    /// Whether one of these checks failed and the climb went on, as only an explanation does.
    func hasFailed(_ codes: FailureCode...) -> Bool {
        checks.contains { $0.result == .failed && $0.path == path && codes.contains($0.code) }
    }

    /// Notes checks that the configuration does not ask for.
    mutating func notAsked(_ codes: FailureCode...) {
        guard isExplaining else { return }
        for code in codes where !hasRung(code) { append(code, .notAsked) }
    }

    /// Notes every check of a list that was not run as not reached.
    mutating func finish(_ codes: [FailureCode]) {
        guard isExplaining else { return }
        for code in codes where !hasRung(code) { append(code, .notReached) }
    }

    /// The results in the order in which the checks run, each payload's together, the outer one's first.
    func ordered(under clock: ValidationClock) -> [VerificationCheck] {
        var paths: [String?] = [nil]
        for check in checks where !paths.contains(check.path) { paths.append(check.path) }
        return paths.flatMap { path in
            checks.filter { $0.path == path }.sorted {
                $0.code.position(under: clock) < $1.code.position(under: clock)
            }
        }
    }

    private func hasRung(_ code: FailureCode) -> Bool { checks.contains { $0.code == code && $0.path == path } }

    private mutating func append(_ code: FailureCode, _ result: VerificationCheck.Result) {
        checks.append(VerificationCheck(code: code, title: code.title, result: result, path: path))
    }

    /// One rung for each code: of several checks under one code the first that fails is told.
    private mutating func note(_ code: FailureCode, failure: VerificationFailure?) {
        let check = VerificationCheck(
            code: code, title: code.title, result: failure == nil ? .passed : .failed, expected: failure?.expected,
            got: failure?.got, path: path)
        guard let held = checks.firstIndex(where: { $0.code == code && $0.path == path }) else {
            return checks.append(check)
        }
        if checks[held].result == .passed { checks[held] = check }
    }
}
