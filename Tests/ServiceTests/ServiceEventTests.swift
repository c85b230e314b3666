internal import AppStoreVerification
internal import Entitlements
internal import StrictJSON
internal import Testing
internal import TestSupport

@testable internal import NotificationProcessing
@testable internal import Service

@Suite("Log lines", .timeLimit(.minutes(30)))
struct ServiceEventTests {
    private let signer: TestSigner
    private static let token = "b2d6a7a5-0000-4000-8000-00000000beef"

    init() throws { signer = try TestSigner.shared() }

    @Test("A received notification is one line without anything that names a customer or a purchase")
    func received() async throws {
        let service = try await TestService.start()
        let jws = try TestLife(signer: signer).bought()
        #expect(try await service.post(jws: jws)?.status == 200)
        await service.stop()
        let event = try #require(service.events.first { $0.name == "received" })
        let json = try JSONDocument(parsing: Array(event.jsonLine.utf8)).root
        #expect(json["event"]?.string == "received")
        #expect(json["outcome"]?.string == "applied")
        #expect(json["notificationUUID"]?.string == "bought")
        #expect(json["originalTransactionId"]?.string == IdentifierMask.of("2000000900000001"))
        #expect(json["appAccountToken"]?.string == IdentifierMask.of(ServiceEventTests.token))
        #expect(json["peer"]?.string == "127.0.0.1")
        for line in service.events.flatMap({ [$0.jsonLine, $0.textLine] }) {
            for secret in ["2000000900000001", ServiceEventTests.token, jws, String(jws.prefix(40))] {
                #expect(!line.contains(secret))
            }
            #expect(!line.contains("\n"))
        }
        let mask = IdentifierMask.of("2000000900000001") ?? ""
        #expect(
            event.textLine == """
                00:00:00  → SUBSCRIBED                         Production \(mask) com.example.app.pro.monthly \
                applied    0 ms
                """)
    }

    @Test("Masks are stable, short and tell identifiers apart")
    func masks() throws {
        let mask = try #require(IdentifierMask.of("2000000900000001"))
        #expect(mask == IdentifierMask.of("2000000900000001"))
        #expect(mask != IdentifierMask.of("2000000900000002"))
        #expect(mask.count == 9)
        #expect(IdentifierMask.of(nil) == nil)
        #expect(IdentifierMask.of("") == nil)
    }

    @Test("Rejections and quarantines name the check, and where they come from")
    func failures() async throws {
        let service = try await TestService.start()
        let bent = try signer.sign(
            notification: SamplePayload.notification(),
            transaction: SamplePayload.transaction(["bundleId": "com.example.other"]))
        #expect(try await service.post(Array("{}".utf8))?.status == 400)
        #expect(try await service.post(jws: bent)?.status == 200)
        #expect(try await service.post([], type: nil)?.status == 415)
        await service.stop()
        let lines = service.events.filter { !["warning", "listening"].contains($0.name) }.map(\.textLine)
        #expect(
            lines == [
                "00:00:00  ! rejected   input.kind   from 127.0.0.1",
                "00:00:00  ! quarantined   SUBSCRIBED  Sandbox  -   nested.mismatch  data.signedTransactionInfo",
                "00:00:00  ! refused   415 request.media_type   from 127.0.0.1", "stopping",
                "stopped after 0 s: 1 quarantined · 1 rejected · 1 refused",
            ])
        let names = service.events.map(\.name).filter { !["warning", "listening"].contains($0) }
        #expect(names == ["rejected", "quarantined", "refused", "stopping", "stopped"])
        #expect(
            service.events.last?.jsonLine == """
                {"event":"stopped","at":1780272000000,"uptime":0,"notifications":{"quarantined":1,"rejected":1},\
                "transactions":{},"unavailable":0,"refused":1}
                """)
    }

    @Test("A terminal never gets a control character, whatever signed data holds")
    func controls() {
        var report = ProcessingReport()
        report.outcome = .recorded
        report.summary.type = "A\u{1B}[2J\u{07}\nB\u{202E}"
        let event = ServiceEvent.delivery(DeliveryEvent(report, from: 0, to: 7, isFromClient: false, peer: "::1"))
        #expect(event.textLine.contains("A\u{FFFD}[2J\u{FFFD}\u{FFFD}B\u{FFFD}"))
        #expect(event.jsonLine.contains(#""type":"A\u001b[2J\u0007\nB"#))
        #expect(event.jsonLine.contains("\"milliseconds\":7"))
    }
}
