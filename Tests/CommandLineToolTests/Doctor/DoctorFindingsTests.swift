internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import CommandLineTool
internal import EntitlementStorage
internal import HTTPClient
internal import OpenSSLCrypto
internal import Testing

@Suite("What doctor makes of what it finds")
struct DoctorFindingsTests {
    private static let url = "https://example.com/v1/notifications?secret"
    private static let problem = Array(#"{"code":"input.empty"}"#.utf8)

    private static func codes(_ findings: [Finding]) -> [String] { findings.map { "\($0.result) \($0.code)" } }

    @Test(
        "A public address is judged as the App Store would meet it",
        arguments: [
            (.failed(.nameLookupFailed), "dns", "SOCKET_ISSUE"),
            (.failed(.connectionFailed(number: 111)), "refused", "SOCKET_ISSUE"),
            (.failed(.tlsFailed(.untrusted(verification: 20))), "tls", "TLS_ISSUE"),
            (.failed(.tlsFailed(.otherHost)), "tls_name", "TLS_ISSUE"),
            (.failed(.timedOut(.exchange)), "hanging", "TIMED_OUT"),
            (.failed(.timedOut(.nameLookup)), "dns", "SOCKET_ISSUE"),
            (.failed(.connectionLost(sent: .all)), "closed", "PREMATURE_CLOSE"),
            (.failed(.responseBroken(.malformed)), "broken", "INVALID_RESPONSE"),
            (.failed(.circularRedirect), "redirect", "CIRCULAR_REDIRECT"),
            (.answered(.init(status: 301, location: "/")), "redirect", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
            (.answered(.init(status: 401)), "password", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
            (.answered(.init(status: 404)), "path", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
            (.answered(.init(status: 413)), "size", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
            (.answered(.init(status: 500)), "failing", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
            (.answered(.init(status: 200)), "other", "swallow"),
            (.answered(.init(status: 400)), "other", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
            (
                .answered(
                    .init(
                        status: 404, contentType: "application/problem+json",
                        body: Array(#"{"code":"request.unknown"}"#.utf8))), "path", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
            ),
        ] as [(ListenerFindings.Outcome, String, String)])
    func listener(_ outcome: ListenerFindings.Outcome, _ word: String, _ term: String) {
        let findings = ListenerFindings.judge(outcome, url: Self.url)
        #expect(Self.codes(findings) == ["problem listener.\(word)"])
        let all = ([findings[0].found] + findings[0].next).joined(separator: " ")
        #expect(all.contains(term) && !all.contains("secret") && !findings[0].next.isEmpty)
    }

    @Test("A refusal in the service's own form is well; slowness, character sets and clear text are told beside it")
    func listenerFine() {
        var answer = ListenerFindings.Answer(
            status: 400, contentType: "application/problem+json", body: Self.problem)
        #expect(Self.codes(ListenerFindings.judge(.answered(answer), url: Self.url)) == ["ok listener.fine"])
        answer.duration = 5_000_001
        answer.contentType = "application/problem+json; charset=utf-7"
        #expect(
            Self.codes(ListenerFindings.judge(.answered(answer), url: "http://example.com/v1/notifications"))
                == ["ok listener.fine", "problem listener.slow", "problem listener.charset", "note listener.plain"])
        answer = .init(status: 503, contentType: "application/problem+json", body: Self.problem, isPublic: false)
        let findings = ListenerFindings.judge(.answered(answer), url: Self.url)
        #expect(Self.codes(findings) == ["problem listener.failing", "note listener.private"])
        #expect(findings[0].isTemporary)
    }

    @Test("A clock is wrong from a minute on, and nobody's word for it is no finding")
    func clock() throws {
        func judged(_ ahead: Int64) throws -> String {
            // 2026-11-29 12:00:00 GMT.
            let server: Int64 = 1_795_953_600_000
            let skew = try #require(
                ClockSkew(
                    date: "Sun, 29 Nov 2026 12:00:00 GMT", sent: server + ahead, received: server + ahead))
            let finding = ClockFindings.judge(skew, by: "x")
            #expect(finding.numbers == ["aheadMilliseconds": skew.milliseconds])
            return finding.code
        }
        #expect(try judged(0) == "clock.fine" && judged(30_000) == "clock.fine")
        #expect(try judged(45_000) == "clock.drift" && judged(-45_000) == "clock.drift")
        #expect(try judged(62_000) == "clock.skew" && judged(-62_000) == "clock.skew")
        #expect(ClockFindings.judge(nil, by: "x").result == .skipped)
    }

    @Test("A disk that cannot be written is the cause, whatever the database says of it")
    func disk() {
        typealias Case = (DiskCondition.WriteFailure?, Int64?, [String])
        let cases: [Case] = [
            (.full, 0, ["problem database.full"]), (.readOnly, 1 << 40, ["problem database.read_only"]),
            (.notAllowed, 1 << 40, ["problem database.folder"]), (.noFolder, nil, ["problem database.no_folder"]),
            (.other("input/output error"), nil, ["problem database.disk"]),
            (nil, 1 << 20, ["problem database.nearly_full"]),
        ]
        for (failure, free, codes) in cases {
            var condition = StoreCondition()
            condition.disk = DiskCondition(file: "/data/store.db", exists: true)
            condition.disk?.writeFailure = failure
            condition.disk?.freeBytes = free
            condition.failure = .unavailable(reason: "disk I/O error (code 522)")
            #expect(Self.codes(StoreFindings.judge(condition, address: "sqlite:/data/store.db")) == codes)
        }
    }

    @Test("A store is judged by its schema, its server and what it could not do")
    func store() {
        func codes(_ change: (inout StoreCondition) -> Void) -> [String] {
            var condition = StoreCondition()
            condition.schema = SchemaStatus(found: 6, needed: 6)
            change(&condition)
            return Self.codes(StoreFindings.judge(condition, address: "postgresql://u:secret@h/d"))
        }
        #expect(codes { _ in } == ["ok database.fine"])
        #expect(codes { $0.schema?.found = 5 } == ["note database.migration"])
        #expect(codes { $0.schema?.found = 0 } == ["problem database.no_schema"])
        #expect(
            codes {
                $0.schema = nil
                $0.failure = .newerSchema(file: "f", found: 9, supported: 6)
            } == ["problem database.newer_schema"])
        #expect(
            codes {
                $0.server = ServerCondition(version: "15.3", isStandby: true, takesWrites: false)
                $0.failure = .unavailable(reason: "session is read-only")
            } == ["problem database.standby"])
        #expect(
            codes {
                $0.server = ServerCondition(
                    version: "15.3", isStandby: false, takesWrites: true, missingMonths: ["2027-01"])
            } == ["note database.partitions", "ok database.fine"])
        var condition = StoreCondition()
        condition.failure = .unavailable(reason: "locked")
        let report = DoctorReport(StoreFindings.judge(condition, address: "sqlite:x"))
        #expect(report.exitStatus == .temporary && report.findings[0].code == "database.unavailable")
    }

    @Test("An anchor that has expired is told, and wrong only when none is left")
    func anchors() throws {
        let now: Int64 = 1_795_953_600_000
        func root(_ name: String, days: Int64) throws -> Certificate {
            try TestAuthority(name: name, notBefore: 0, notAfter: now / 1000 + days * 86_400).root
        }
        let (old, near, good) = (try root("Old", days: -2), try root("Near", days: 90), try root("Good", days: 91))
        func codes(_ roots: [Certificate], builtIn: Bool = false) -> [String] {
            Self.codes(
                TrustFindings.anchors(
                    VerifierConfiguration(trustsBuiltInRoots: builtIn, addedRoots: roots), now: now))
        }
        #expect(codes([old]) == ["problem anchors.expired"])
        #expect(codes([old, good]) == ["note anchors.expired", "ok anchors.fine"])
        #expect(codes([near]) == ["note anchors.expiring"])
        #expect(codes([], builtIn: true) == ["ok anchors.fine", "ok anchors.fine"])
        #expect(codes([old], builtIn: true) == ["ok anchors.fine", "ok anchors.fine", "note anchors.expired"])
        let leaf = try TestAuthority(notBefore: 0, notAfter: now / 1000 + 10 * 86_400).leaf
        let expiring = TrustFindings.leaf(leaf, signedAt: now, now: now)
        #expect(expiring.code == "leaf.expiring" && expiring.numbers == ["daysLeft": 10])
        #expect(TrustFindings.leaf(leaf, signedAt: now, now: now + 864_002_000).code == "leaf.expired")
        #expect(TrustFindings.leaf(good, signedAt: now, now: now).code == "leaf.fine")
    }

    private static func context(
        keyId: String = "KEY", bundleId: String = "com.example.app", apps: [String] = [], sandbox: Bool? = nil,
        environment: String = "Production", skew: ClockSkew? = nil
    ) -> APIFindings.Context {
        APIFindings.Context(
            key: .init(
                path: "/keys/SubscriptionKey_KEY.p8", bytes: [], permissions: 0o600, keyId: keyId, issuerId: "i",
                bundleId: bundleId, apps: apps), server: "https://api.example.com", environment: environment,
            sandboxAccepts: sandbox, skew: skew)
    }

    @Test("A bare 401 names first what is known besides")
    func unauthorized() {
        let refused = APIFindings.Outcome.failed(.refused(ServerAPIRefusal(status: 401)), said: nil)
        func first(_ context: APIFindings.Context) -> String { APIFindings.judge(refused, context).next.first ?? "" }
        #expect(first(Self.context(sandbox: true)).contains("never been released"))
        #expect(first(Self.context(bundleId: "com.other", apps: ["com.example.app"])).contains("com.other"))
        #expect(first(Self.context(keyId: "OTHER")).contains("the file is named after key \"KEY\""))
        #expect(first(Self.context(sandbox: false)).contains("In-App Purchase key"))
        let all = APIFindings.judge(refused, Self.context(sandbox: false))
        #expect(all.code == "api.unauthorized" && !all.next.contains { $0.contains("released") })
        let skew = ClockSkew(date: "Sun, 29 Nov 2026 12:00:00 GMT", sent: 0, received: 0)
        let waiting = APIFindings.judge(refused, Self.context(skew: skew))
        #expect(waiting.result == .skipped && waiting.found.hasSuffix("waits for clock"))
    }

    @Test("Failures that may pass are told as such")
    func passing() {
        func judged(_ error: ServerAPIError) -> Finding {
            APIFindings.judge(.failed(error, said: nil), Self.context())
        }
        #expect(judged(.refused(ServerAPIRefusal(status: 429, code: .rateLimitExceeded))).isTemporary)
        #expect(judged(.refused(ServerAPIRefusal(status: 500, code: .generalInternalRetryable))).isTemporary)
        #expect(!judged(.refused(ServerAPIRefusal(status: 404, code: .appNotFound))).isTemporary)
        let unreachable = judged(.transport(ServerAPITransportFailure(.notSent, "the host name has no address")))
        #expect(unreachable.code == "api.unreachable" && unreachable.isTemporary)
        #expect(DoctorReport([unreachable]).exitStatus == .temporary)
    }

    @Test("Every result of the App Store's is explained, those of tomorrow too")
    func sendResults() {
        for result in SendAttemptResult.known + [SendAttemptResult(rawValue: "NEW")] {
            #expect(!result.explanation.isEmpty)
            #expect(result == .success || !result.advice.isEmpty)
            let finding = NotificationFindings.judge(
                .sent(uuid: "u", [result]), stored: .held, context: Self.context())
            #expect(finding.code == (result == .success ? "notification.fine" : "notification.undelivered"))
            #expect(result == .success || finding.found.contains(result.rawValue))
        }
    }

    @Test("A test notification ends in one of a few ways, each with its next step")
    func notification() {
        typealias Case = (NotificationFindings.Outcome, NotificationFindings.Stored, String)
        let cases: [Case] = [
            (.sent(uuid: "u", [.timedOut, .success]), .held, "ok notification.fine"),
            (.sent(uuid: "u", [.success]), .unknown, "ok notification.fine"),
            (.sent(uuid: "u", [.success]), .absent, "problem notification.not_stored"),
            (.sent(uuid: "u", []), .unknown, "problem notification.waiting"),
            (.waiting(seconds: 60), .unknown, "problem notification.waiting"),
            (
                .refused(.refused(ServerAPIRefusal(status: 404, code: .serverNotificationURLNotFound))), .unknown,
                "problem notification.no_url"
            ),
            (.refused(.refused(ServerAPIRefusal(status: 401))), .unknown, "skipped notification.waits"),
            (.lost(.unreadable("x")), .unknown, "problem notification.lost"),
        ]
        for (outcome, stored, code) in cases {
            let finding = NotificationFindings.judge(outcome, stored: stored, context: Self.context())
            #expect(Self.codes([finding]) == [code])
            #expect(finding.result != .problem || !finding.next.isEmpty)
        }
    }

    @Test("Problems come first, causes before what they cause, and skipped checks last")
    func order() {
        let report = DoctorReport([
            APIFindings.judge(.accepted, Self.context()),
            APIFindings.judge(.failed(.refused(ServerAPIRefusal(status: 429)), said: nil), Self.context()),
            NotificationFindings.judge(.sent(uuid: "u", [.tlsIssue]), stored: .unknown, context: Self.context()),
            ClockFindings.judge(nil, by: ""), StoreFindings.invalid(.invalidURL("x")),
        ])
        #expect(
            report.findings.map(\.code) == [
                "database.address", "notification.undelivered", "api.refused", "api.fine", "clock.skipped",
            ])
        #expect(report.exitStatus == .no)
        let lines = report.lines(.plain)
        #expect(lines.first?.hasPrefix("WRONG") == true)
        #expect(lines.last == "3 problems, 0 notes, 1 fine, 1 skipped")
    }
}
