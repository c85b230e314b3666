import AppStoreModels
import Reconciliation
import StrictJSON
import Testing

@Suite("Why a notification did not arrive, and how far back can be asked")
struct DeliveryVerdictTests {
    private static func attempts(_ results: (Int64, String)...) throws -> [SendAttemptItem] {
        try results.map { date, result in
            try SendAttemptItem(
                JSONDocument(
                    parsing: JSONWriter().bytes([
                        "attemptDate": .integer(date), "sendAttemptResult": .string(result),
                    ])
                ).root)
        }
    }

    @Test("The last attempt tells why, whatever their order; one that succeeded counts before all others")
    func last() throws {
        let verdict = DeliveryVerdict(try Self.attempts((3, "TLS_ISSUE"), (1, "TIMED_OUT"), (2, "NO_RESPONSE")))
        #expect(verdict.word == "TLS_ISSUE" && verdict.attempts == 3 && verdict.meaning.contains("certificate"))
        let taken = DeliveryVerdict(try Self.attempts((1, "SUCCESS"), (2, "TIMED_OUT")))
        #expect(taken.word == "SUCCESS" && taken.meaning.contains("is not held here"))
        #expect(DeliveryVerdict([]).word == "NOT_SENT")
    }

    @Test("Every result known today has words of its own, and a new one is kept")
    func words() throws {
        let meanings = SendAttemptResult.known.map(DeliveryVerdict.meaning)
        #expect(Set(meanings).count == SendAttemptResult.known.count)
        let new = DeliveryVerdict(try Self.attempts((1, "TOO_FULL")))
        #expect(new.word == "TOO_FULL" && new.meaning == "not known to this version")
    }

    @Test("A window must have a length and lie within what the App Store keeps")
    func windows() throws {
        let (day, now) = (Int64(86_400_000), Int64(1_800_000_000_000))
        let window = try NotificationWindow(
            since: now - 180 * day, until: now, environment: .production, now: now)
        #expect(window.since == now - 180 * day && window.until == now)
        #expect(throws: NotificationWindow.Mistake.tooEarly(earliest: now - 180 * day, days: 180)) {
            try NotificationWindow(since: now - 180 * day - 1, until: now, environment: .production, now: now)
        }
        #expect(throws: NotificationWindow.Mistake.tooEarly(earliest: now - 30 * day, days: 30)) {
            try NotificationWindow(since: now - 31 * day, until: now, environment: .sandbox, now: now)
        }
        #expect(throws: NotificationWindow.Mistake.empty) {
            try NotificationWindow(since: now, until: now, environment: .sandbox, now: now)
        }
    }
}
