internal import JWS
internal import Testing
internal import WebhookDelivery

@Suite("The secrets of a target")
struct WebhookSecretsTests {
    private func secret(_ count: Int) -> String {
        "whsec_" + Base64.encode([UInt8](repeating: 0x5A, count: count))
    }

    @Test("One or two lines, of 24 to 64 bytes each, white space around them or not")
    func sound() throws {
        for count in [24, 25, 64] { #expect(try WebhookSecrets(lines: Array(secret(count).utf8)).count == 1) }
        let two = "\n  \(secret(24))\t\r\n\n\(secret(32))\n"
        #expect(try WebhookSecrets(lines: Array(two.utf8)).count == 2)
    }

    @Test(
        "What is wrong is told with its line",
        arguments: [
            ("", .none), (" \n\n", .none), ("secret", .prefix(line: 1)), ("\nWHSEC_AAAA", .prefix(line: 2)),
            ("whsec_", .length(line: 1, found: 0)), ("whsec_AAAA", .length(line: 1, found: 3)),
            ("whsec_A-_A", .base64(line: 1)), ("whsec_AAAAA", .base64(line: 1)),
        ] as [(String, WebhookSecrets.Mistake)])
    func unsound(_ text: String, _ expected: WebhookSecrets.Mistake) {
        #expect(throws: expected) { try WebhookSecrets(lines: Array(text.utf8)) }
    }

    @Test("Too short, too long, too many")
    func bounds() {
        #expect(throws: WebhookSecrets.Mistake.length(line: 1, found: 23)) {
            try WebhookSecrets(lines: Array(secret(23).utf8))
        }
        #expect(throws: WebhookSecrets.Mistake.length(line: 2, found: 65)) {
            try WebhookSecrets(lines: Array("\(secret(24))\n\(secret(65))".utf8))
        }
        let three = [secret(24), secret(25), secret(26)].joined(separator: "\n")
        #expect(throws: WebhookSecrets.Mistake.tooMany(3)) { try WebhookSecrets(lines: Array(three.utf8)) }
    }

    @Test("Printing, dumping or describing a target shows neither secrets nor the path of its URL")
    func silence() throws {
        let secrets = try WebhookSecrets(lines: Array(secret(24).utf8))
        let url = try WebhookURL("https://hooks.example.com/services/T00/hidden?key=hidden")
        let target = WebhookTarget(name: "a", url: url, secrets: secrets)
        var dumped = ""
        dump(target, to: &dumped)
        for text in ["\(target)", String(reflecting: target), dumped, "\(secrets)", "\(url)"] {
            #expect(!text.contains("Wlpa"))
            #expect(!text.contains("90"))
            #expect(!text.contains("hidden"))
        }
        #expect("\(url)" == "https://hooks.example.com")
        #expect(try "\(WebhookURL("http://[::1]:8080/x"))" == "http://[::1]:8080")
    }

    @Test(
        "URLs that nothing can be posted to",
        arguments: [
            ("", .unreadable), ("ftp://example.com", .unreadable), ("https://", .unreadable), ("hooks", .unreadable),
            ("https://user:secret@example.com", .credentials),
        ] as [(String, WebhookURL.Mistake)])
    func urls(_ text: String, _ expected: WebhookURL.Mistake) {
        #expect(throws: expected) { try WebhookURL(text) }
    }
}
