internal import CommandLineTool
internal import JWS
internal import OpenSSLCrypto
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Receipts on the command line")
struct ReceiptCommandTests {
    /// A receipt of two purchases, and its root in `root.pem`.
    static func receipt(
        _ change: (inout ReceiptWorkshop) throws -> Void = { _ in }
    ) throws -> (receipt: [UInt8], files: MemoryFileSystem) {
        var workshop = try ReceiptWorkshop()
        try change(&workshop)
        let chain = try workshop.chain()
        let files = MemoryFileSystem(["root.pem": Array(chain[2].pem.utf8), "leaf.cer": chain[0].der])
        return (try workshop.receipt(under: chain), files)
    }

    private func run(_ input: [UInt8], _ files: MemoryFileSystem, _ arguments: String...) async
        -> CommandHarness.Outcome
    {
        await CommandHarness(input: input, files: files).run(arguments)
    }

    @Test("A verified receipt is drawn with its purchases")
    func decoded() async throws {
        let (receipt, files) = try Self.receipt()
        for input in [receipt, Array(Base64.encode(receipt).utf8)] {
            let outcome = await run(input, files, "decode", "--root", "root.pem")
            #expect(outcome.status == .fine && outcome.error.isEmpty)
            let lines = outcome.output.split(separator: "\n").map(String.init)
            #expect(lines[0].hasPrefix("RECEIPT  com.example.app  1.2.3 "))
            #expect(lines[0].hasSuffix("verified ✓ (added root, Sandbox)"))
            #expect(outcome.output.contains("made 2026-06-01 00:00:00Z (181 d ago)   kind ProductionSandbox"))
            #expect(outcome.output.contains("other attributes kept:   1 (3 bytes)   8 (2 bytes)   9999 (3 bytes)"))
            #expect(outcome.output.contains("\n├ PURCHASE  com.example.app.pro.monthly\n"))
            #expect(outcome.output.contains("\n└ PURCHASE  com.example.app.pro.monthly\n"))
            #expect(outcome.output.contains("original 2000000900000001   transaction 2000000900000002"))
            #expect(!outcome.output.lowercased().contains("claimed"))
            #expect(lines.last == "any app is accepted, as no --app is given")
        }
    }

    @Test("What is not verified is shown as a claim, exit 0")
    func claimed() async throws {
        let (receipt, files) = try Self.receipt()
        let text = await run(receipt, files, "decode")
        #expect(text.status == .fine)
        let lines = text.output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("CLAIMED RECEIPT  com.example.app "))
        #expect(lines[0].hasSuffix("NOT VERIFIED ✗ receipt.untrusted"))
        #expect(text.output.contains("com.example.app.pro.monthly") && !text.output.contains("any app"))
        let json = await run(receipt, files, "decode", "--json")
        let answer = try JSONDocument(parsing: Array(json.output.utf8)).root
        #expect(answer["verified"]?.boolean == false && answer["code"]?.string == "receipt.untrusted")
        #expect(answer["payload"]?.isNull == true && answer["chain"]?.elements.map { _ in 1 }.count == 3)
        #expect(
            answer["claimed"]?["inApp"]?.elements.map { $0["transactionId"]?.string } == [
                "2000000900000001", "2000000900000002",
            ])
    }

    @Test("The JSON of a verified receipt has a payload and no claim")
    func json() async throws {
        let (receipt, files) = try Self.receipt()
        let twice = Array(Base64.encode(Array(Base64.encode(receipt).utf8)).utf8)
        let outcome = await run(twice, files, "decode", "--root", "root.pem", "--json")
        let answer = try JSONDocument(parsing: Array(outcome.output.utf8)).root
        #expect(answer.members.map(\.name) == ["kind", "verified", "chain", "payload", "notes"])
        #expect(answer["kind"]?.string == "receipt" && answer["verified"]?.boolean == true)
        #expect(answer["notes"]?.elements.map(\.string) == ["decoded base64 that was applied 2 times"])
        let payload = answer["payload"]
        #expect(payload?["receiptCreationDate"]?.number?.integer == SampleReceipt.creationDate)
        #expect(payload?["opaqueValue"]?.string == "V/+u7wQAAAA=")
        #expect(payload?["otherAttributes"]?.elements.map { $0["value"]?.string } == ["AgEA", "FgA=", "AQID"])
        #expect(
            payload?["inApp"]?.elements.map { $0["expiresDate"]?.number?.integer } == [
                1_781_092_800_000, 1_781_179_200_000,
            ])
    }

    @Test("verify answers by the exit code, and explains")
    func verify() async throws {
        let (receipt, files) = try Self.receipt()
        let valid = await run(receipt, files, "verify", "--root", "root.pem", "--app", "com.example.app:1")
        #expect(valid.status == .fine)
        #expect(
            valid.output == "VALID  receipt  2 purchases  made 2026-06-01T00:00:00.000Z  Sandbox  com.example.app\n")
        let invalid = await run(receipt, files, "verify")
        #expect(invalid.status == .no && invalid.output.hasPrefix("INVALID  receipt.untrusted  "))
        #expect(invalid.output.contains("  more      storekeeper help receipt.untrusted\n"))
        let json = await run(receipt, files, "verify", "--root", "root.pem", "--json")
        let answer = try JSONDocument(parsing: Array(json.output.utf8)).root
        #expect(answer.members.map(\.name) == ["ok", "kind", "environment", "payload", "nested"])
        #expect(answer["kind"]?.string == "receipt" && answer["environment"]?.string == "Sandbox")
        let explained = await run(receipt, files, "verify", "--explain", "--plain")
        #expect(explained.output.contains("signer is trusted to sign receipts  (receipt.untrusted)"))
        #expect(explained.output.contains("signature is the signer's  (not reached)"))
        #expect(!explained.output.contains("alg is ES256"))
        let kind = await run(receipt, files, "verify", "--root", "root.pem", "--kind", "transaction", "--json")
        #expect(kind.status == .no && kind.output.contains("\"code\":\"payload.kind\""))
        let line = Base64.encode(receipt)
        let lines = await run(Array("\(line)\nx\n\(line)\n".utf8), files, "verify", "--root", "root.pem", "--lines")
        #expect(lines.status == .no && lines.output.contains("\n3 inputs, 1 invalid\n"))
    }

    @Test("An argument may be the receipt itself")
    func argument() async throws {
        let (receipt, files) = try Self.receipt()
        let outcome = await run([], files, "verify", "--root", "root.pem", Base64.encode(receipt))
        #expect(outcome.status == .fine)
        let missing = await run([], files, "verify", "receipt")
        #expect(missing.status == .usage && missing.error.contains("there is no file"))
    }

    @Test("Xcode's receipt needs Xcode's certificate")
    func xcode() async throws {
        let (receipt, files) = try Self.receipt { workshop in
            workshop.isLeafSelfSigned = true
            workshop.included = [0]
            workshop.message = { $0.isIndefinite = true }
            workshop.sample.set(0, DERWriter.utf8("Xcode"))
        }
        let refused = await run(receipt, files, "decode")
        #expect(refused.output.hasPrefix("CLAIMED RECEIPT") && refused.output.contains("✗ receipt.xcode"))
        let verified = await run(
            receipt, files, "decode", "--xcode-certificate", "leaf.cer", "--environment", "Xcode")
        #expect(verified.output.contains("verified ✓ (Xcode, Xcode)"))
    }

    @Test("A transaction receipt of the older form is a claim for ever")
    func transactionReceipt() async throws {
        let info = Base64.encode(Array("{\"transaction-id\" = \"33993399\"; \"bid\" = \"com.example.app\";}".utf8))
        let list = "{\"purchase-info\" = \"\(info)\"; \"environment\" = \"Sandbox\";}"
        let input = Array(Base64.encode(Array(list.utf8)).utf8)
        let text = await run(input, MemoryFileSystem(), "decode")
        #expect(text.status == .fine)
        #expect(text.output.hasPrefix("CLAIMED TRANSACTION RECEIPT  NOT VERIFIED ✗ receipt.form\n"))
        #expect(text.output.contains("transaction-id 33993399   bid com.example.app"))
        let json = await run(input, MemoryFileSystem(), "decode", "--json")
        let answer = try JSONDocument(parsing: Array(json.output.utf8)).root
        #expect(answer["kind"]?.string == "transaction-receipt" && answer["payload"]?.isNull == true)
        #expect(answer["claimed"]?["purchase-info"]?["transaction-id"]?.string == "33993399")
        #expect(await run(input, MemoryFileSystem(), "verify").status == .no)
    }
}
