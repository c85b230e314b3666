import OpenSSLCrypto
import Testing

@testable import AppStoreVerification

@Suite("What is done to learn whether a certificate was revoked")
struct RevocationDecisionTests {
    /// 2026-06-01T00:00:00Z in seconds; answers are asked for and come at this instant.
    private static let start: Int64 = 1_780_272_000
    private static let hour: Int64 = 3600

    private let rules = RevocationRules()

    /// An answer that counts for so many seconds.
    private func answer(
        _ status: OCSPAnswer.Status = .good, from time: Int64 = start, lasting seconds: Int64? = 4 * hour
    ) -> OCSPAnswer {
        OCSPAnswer(status: status, producedAt: time, thisUpdate: time, nextUpdate: seconds.map { time + $0 })
    }

    private func knowing(_ results: Result<OCSPAnswer, RevocationGap>...) -> RevocationKnowledge {
        var knowledge = RevocationKnowledge()
        for result in results { knowledge.note(result, at: Self.start * 1000) }
        return knowledge
    }

    private func decide(
        _ knowledge: RevocationKnowledge, after seconds: Int64, end: Int64 = .max / 2000, hasResponder: Bool = true
    ) -> RevocationDecision {
        RevocationDecision(
            knowing: knowledge, notAfter: end, hasResponder: hasResponder, at: (Self.start + seconds) * 1000, rules)
    }

    @Test("Of a certificate that nothing is known of the responder is asked")
    func first() {
        #expect(decide(RevocationKnowledge(), after: 0) == .ask)
    }

    @Test("A good answer counts to its end, and is replaced from three quarters of its time on")
    func good() {
        let knowledge = knowing(.success(answer()))
        #expect(decide(knowledge, after: 0) == .settled(.good))
        #expect(decide(knowledge, after: 3 * Self.hour - 1) == .settled(.good))
        #expect(decide(knowledge, after: 3 * Self.hour) == .refresh(.good))
        #expect(decide(knowledge, after: 4 * Self.hour + 300) == .refresh(.good))
        #expect(decide(knowledge, after: 4 * Self.hour + 301) == .ask)
        // A clock that was set back too far makes the answer one from the future.
        #expect(decide(knowledge, after: -300) == .refresh(.good))
        #expect(decide(knowledge, after: -301) == .ask)
    }

    @Test("An answer for long is replaced after a day, one without an end counts an hour")
    func odd() {
        let long = knowing(.success(answer(lasting: 100 * 24 * Self.hour)))
        #expect(decide(long, after: 24 * Self.hour - 1) == .settled(.good))
        #expect(decide(long, after: 24 * Self.hour) == .refresh(.good))
        #expect(decide(long, after: 100 * 24 * Self.hour) == .refresh(.good))
        let undated = knowing(.success(answer(lasting: nil)))
        #expect(decide(undated, after: 2699) == .settled(.good))
        #expect(decide(undated, after: 2700) == .refresh(.good))
        #expect(decide(undated, after: 3901) == .ask)
        // Of an answer that is over but for the leeway the next is not asked for with every payload.
        let last = knowing(.success(answer(from: Self.start - Self.hour, lasting: Self.hour)))
        #expect(decide(last, after: 9) == .settled(.good))
        #expect(decide(last, after: 10) == .refresh(.good))
    }

    @Test("After a failure nobody is asked for a while that doubles, to five minutes at most")
    func pauses() {
        let gap = RevocationGap.unreachable("nobody there")
        for (failures, pause) in [(1, 10), (2, 20), (5, 160), (6, 300), (1000, 300)] as [(Int, Int64)] {
            var knowledge = RevocationKnowledge()
            for _ in 0..<failures { knowledge.note(.failure(gap), at: Self.start * 1000) }
            #expect(decide(knowledge, after: pause - 1) == .settled(.unknown(gap)))
            #expect(decide(knowledge, after: pause) == .ask)
            #expect(decide(knowledge, after: -1) == .ask)
        }
        #expect(decide(knowing(.failure(gap), .success(answer()), .failure(gap)), after: 0) == .settled(.good))
    }

    @Test("The last good answer counts while the responder is down, and no longer")
    func down() {
        let knowledge = knowing(.success(answer()), .failure(.refused(.notSuccessful(.tryLater))))
        #expect(decide(knowledge, after: 2 * Self.hour) == .settled(.good))
        #expect(decide(knowledge, after: 3 * Self.hour) == .refresh(.good))
        #expect(decide(knowledge, after: 4 * Self.hour + 301) == .ask)
        var later = knowledge
        later.note(.failure(.unreachable("x")), at: (Self.start + 4 * Self.hour + 301) * 1000)
        #expect(decide(later, after: 4 * Self.hour + 302) == .settled(.unknown(.unreachable("x"))))
    }

    @Test("A revocation counts until the responder says otherwise, whatever else happens")
    func revoked() {
        let revoked = RevocationResult.revoked(at: Self.start - 5, reason: .keyCompromise)
        let told = answer(.revoked(at: Self.start - 5, reason: .keyCompromise))
        let knowledge = knowing(.success(told))
        #expect(decide(knowledge, after: 0) == .settled(revoked))
        #expect(decide(knowledge, after: 5 * Self.hour) == .ask)
        for gap in [RevocationGap.unreachable("x"), .refused(.stale), .unknownThere] {
            var later = knowledge
            later.note(.failure(gap), at: (Self.start + 5 * Self.hour) * 1000)
            #expect(decide(later, after: 5 * Self.hour + 1) == .settled(revoked))
        }
        #expect(decide(knowledge, after: 5 * Self.hour, end: Self.start) == .settled(revoked))
        // An older word cannot take it back; a newer one can.
        #expect(decide(knowing(.success(told), .success(answer(from: Self.start - 1))), after: 0) == .settled(revoked))
        #expect(decide(knowing(.success(told), .success(answer(from: Self.start + 1))), after: 1) == .settled(.good))
        #expect(decide(knowing(.success(answer()), .success(told)), after: 0) == .settled(revoked))
    }

    @Test("A responder that does not know the certificate any more takes its good word back")
    func unknownThere() {
        let knowledge = knowing(.success(answer()), .failure(.unknownThere))
        #expect(decide(knowledge, after: 0) == .settled(.unknown(.unknownThere)))
        #expect(decide(knowledge, after: 10) == .ask)
    }

    @Test("A certificate that has ended, or that names no responder, is not asked about")
    func notAsked() {
        #expect(decide(RevocationKnowledge(), after: 0, end: Self.start) == .ask)
        #expect(decide(RevocationKnowledge(), after: 1, end: Self.start) == .settled(.unknown(.expired)))
        #expect(decide(knowing(.success(answer())), after: 1, end: Self.start) == .settled(.unknown(.expired)))
        #expect(decide(RevocationKnowledge(), after: 0, hasResponder: false) == .settled(.unknown(.noResponder)))
    }

    @Test("No date makes it trap", arguments: [Int64.min, -1, 0, .max])
    func extremes(_ date: Int64) {
        var knowledge = RevocationKnowledge()
        for end in [nil, Int64.min, .max] {
            knowledge.note(
                .success(OCSPAnswer(status: .good, producedAt: date, thisUpdate: date, nextUpdate: end)), at: date)
            for now in [Int64.min, 0, .max] {
                let decision = RevocationDecision(
                    knowing: knowledge, notAfter: .max, hasResponder: true, at: now, rules)
                #expect(decision != .settled(.unknown(.noResponder)))
            }
        }
    }
}
