internal import AppStoreModels
internal import OpenSSLCrypto

/// Learns whether the certificates under verified payloads were revoked.
///
/// A responder is asked once for all that wait for its answer, which is then kept for as long as it says, and replaced
/// before it ends. Only certificates of verified payloads are asked about, so strangers can neither send questions nor
/// fill the memory. How a request travels is the caller's business.
public actor RevocationChecker {
    /// Posts a request to the URL of a responder and returns the body of its answer, bounded in time and size.
    public typealias Fetch =
        @Sendable (_ responder: String, _ request: [UInt8]) async throws(RevocationFetchError) -> [UInt8]

    /// What follows when there is no answer.
    public nonisolated let policy: RevocationPolicy
    private let rules: RevocationRules
    private let now: @Sendable () -> Int64
    private let nonce: @Sendable () -> [UInt8]
    private let fetch: Fetch
    private let observe: @Sendable (RevocationNotice) -> Void
    private var memory: RevocationMemory
    private var asking: [RevocationSubject.Key: Task<RevocationKnowledge, Never>] = [:]
    private var counts = RevocationStatistics()

    /// Makes a checker, which knows nothing yet.
    ///
    /// - Parameters:
    ///   - policy: What follows when there is no answer.
    ///   - rules: How answers are kept.
    ///   - now: The present, in milliseconds since 1970.
    ///   - nonce: Random bytes for a request, 16 or so.
    ///   - fetch: Sends a request.
    ///   - observe: Told what came of each question.
    public init(
        policy: RevocationPolicy, rules: RevocationRules = RevocationRules(), now: @escaping @Sendable () -> Int64,
        nonce: @escaping @Sendable () -> [UInt8], fetch: @escaping Fetch,
        observe: @escaping @Sendable (RevocationNotice) -> Void = { _ in }
    ) {
        self.policy = policy
        self.rules = rules
        self.now = now
        self.nonce = nonce
        self.fetch = fetch
        self.observe = observe
        memory = RevocationMemory(capacity: rules.capacity)
    }

    /// What was counted so far.
    public var statistics: RevocationStatistics { counts }

    /// Learns what is known of the certificates under a payload, and under what is signed inside it.
    ///
    /// - Parameter payload: What was verified.
    /// - Returns: What is known, and what follows by the policy.
    public func check(_ payload: VerifiedPayload) async -> RevocationReport {
        await check(policy == .off ? [] : payload.revocationSubjects)
    }

    /// Lets the questions that are under way end without an answer, and returns when they have.
    public func close() async {
        for task in asking.values { task.cancel() }
        await finishAsking()
    }

    /// Returns when no question is under way.
    func finishAsking() async {
        while let task = asking.values.first { _ = await task.value }
    }

    /// How many certificates are remembered.
    var remembered: Int { memory.count }

    func check(_ subjects: [RevocationSubject]) async -> RevocationReport {
        // All questions are under way before the first answer is waited for.
        var waiting: [(subject: RevocationSubject, found: RevocationResult?, task: Task<RevocationKnowledge, Never>?)] =
            []
        for subject in subjects { waiting.append(begin(subject)) }
        var findings: [RevocationReport.Finding] = []
        for (subject, found, task) in waiting {
            var result = found ?? .unknown(.noResponder)
            if let task { result = await task.value.resultAfterAsking(at: now(), rules) } else { counts.kept += 1 }
            counts.certificates[result.word, default: 0] += 1
            findings.append(
                RevocationReport.Finding(
                    certificate: subject.certificate, role: subject.role.rawValue, path: subject.path, result: result))
        }
        return RevocationReport(policy: policy, findings: findings)
    }

    private func begin(
        _ subject: RevocationSubject
    ) -> (subject: RevocationSubject, found: RevocationResult?, task: Task<RevocationKnowledge, Never>?) {
        let responder = subject.certificate.ocspResponder
        let decision = RevocationDecision(
            knowing: memory.recall(subject.key), notAfter: subject.certificate.notAfter,
            hasResponder: responder != nil, at: now(), rules)
        switch (decision, responder) {
        case (.settled(let result), _): return (subject, result, nil)
        case (.refresh(let result), let responder?):
            _ = question(subject, responder)
            return (subject, result, nil)
        case (.refresh(let result), nil): return (subject, result, nil)
        case (.ask, let responder?): return (subject, nil, question(subject, responder))
        case (.ask, nil): return (subject, .unknown(.noResponder), nil)
        }
    }

    /// The question about a certificate: the one that is under way, or a new one.
    private func question(_ subject: RevocationSubject, _ responder: String) -> Task<RevocationKnowledge, Never> {
        if let task = asking[subject.key] { return task }
        // Not part of the caller's task: others wait for the same answer.
        let task = Task { await self.ask(subject, responder) }
        asking[subject.key] = task
        return task
    }

    private func ask(_ subject: RevocationSubject, _ responder: String) async -> RevocationKnowledge {
        let result = await answer(subject, responder)
        let time = now()
        var knowledge = memory.recall(subject.key)
        knowledge.note(result, at: time)
        memory.remember(knowledge, of: subject.key)
        asking[subject.key] = nil
        let said: RevocationResult =
            switch result {
            case .success(let answer):
                if case .revoked(let seconds, let reason) = answer.status {
                    .revoked(at: seconds, reason: reason)
                } else {
                    .good
                }
            case .failure(let gap): .unknown(gap)
            }
        counts.questions[said.word, default: 0] += 1
        observe(
            RevocationNotice(
                certificate: subject.certificate, role: subject.role.rawValue, result: said, at: time))
        return knowledge
    }

    private func answer(_ subject: RevocationSubject, _ responder: String) async -> Result<OCSPAnswer, RevocationGap> {
        let query = OCSPQuery(about: subject.certificate, issuer: subject.issuer, nonce: nonce())
        let request: [UInt8]
        do throws(OpenSSLError) { request = try query.encoded() } catch { return .failure(.unreachable("\(error)")) }
        let response: [UInt8]
        do throws(RevocationFetchError) {
            response = try await fetch(responder, request)
        } catch {
            return .failure(.unreachable(error.reason))
        }
        do throws(OCSPFault) {
            let seconds = Timestamp(milliseconds: now()).seconds
            let answer = try query.judge(response, at: seconds, tolerance: rules.tolerance)
            return answer.status == .unknown ? .failure(.unknownThere) : .success(answer)
        } catch {
            return .failure(.refused(error))
        }
    }
}
