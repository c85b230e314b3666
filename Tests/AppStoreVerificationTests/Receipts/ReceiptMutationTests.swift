import AppStoreModels
import AppStoreVerification
import FoundationEssentials
import JWS
import OpenSSLCrypto
import TestSupport
import Testing

/// Damages sound receipts; nothing may crash, take long, or be accepted as anything else than what was signed.
///
/// A failing case is named by its number, from which it can be made again.
@Suite("Damaged receipts")
struct ReceiptMutationTests {
    /// How many; STOREKEEPER_RECEIPT_MUTATIONS asks for more, and then each is timed too.
    static let count = ProcessInfo.processInfo.environment["STOREKEEPER_RECEIPT_MUTATIONS"].flatMap { Int($0) }
    /// How long one may take.
    static let limit = Duration.seconds(1)
    static let corpus = Result { try Corpus() }

    struct Corpus: Sendable {
        let receipts: [[UInt8]]
        let contents: [[UInt8]]
        let signed: Set<AppReceipt>
        let workshop: ReceiptWorkshop
        let chain: [Certificate]
        let verifier: SignedDataVerifier

        init() throws {
            var workshop = try ReceiptWorkshop()
            let chain = try workshop.chain()
            var receipts: [[UInt8]] = []
            var contents: [[UInt8]] = []
            for (purchases, isIndefinite, hasAttributes) in [
                (0, false, false), (1, true, false), (2, false, true), (3, false, false), (4, true, true),
            ] {
                workshop.sample = SampleReceipt(purchases: purchases)
                workshop.message = { message in
                    message.isIndefinite = isIndefinite
                    message.hasSignedAttributes = hasAttributes
                }
                receipts.append(try workshop.receipt(under: chain))
                contents.append(workshop.sample.content)
            }
            self.receipts = receipts
            self.contents = contents
            self.workshop = workshop
            self.chain = chain
            verifier = try SignedDataVerifier(
                VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [chain[2]]))
            signed = Set(try receipts.map { [verifier] in try verifier.verifyReceipt($0, now: 0).receipt })
        }

        /// A damaged receipt; or a damaged content, signed again, with that content.
        func damaged(_ number: Int) throws -> (input: [UInt8], content: [UInt8]?) {
            var mutator = Mutator(seed: UInt64(number))
            let from = mutator.number(below: receipts.count)
            let other = mutator.number(below: receipts.count)
            switch mutator.number(below: 6) {
            case 0, 1:
                let content = mutator.mutated(contents[from], with: contents[other])
                var workshop = workshop
                workshop.content = content
                // OpenSSL writes no pieces of nothing.
                let isIndefinite = number % 2 == 0 && !content.isEmpty
                workshop.message = { $0.isIndefinite = isIndefinite }
                return (try workshop.receipt(under: chain), content)
            case 2:
                let text = Array(Base64.encode(receipts[from]).utf8)
                return (mutator.mutated(text, with: Array(Base64.encode(receipts[other]).utf8)), nil)
            case 3:
                let twice = Array(Base64.encode(Array(Base64.encode(receipts[from]).utf8)).utf8)
                return (mutator.mutated(twice), nil)
            default: return (mutator.mutated(receipts[from], with: receipts[other]), nil)
            }
        }
    }

    @Test("Damaged receipts are refused, or say exactly what was signed")
    func damage() async throws {
        let corpus = try Self.corpus.get()
        let count = Self.count ?? 1500
        let lanes = 2
        let tallies = try await withThrowingTaskGroup(of: ([String: Int], Duration, Int).self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var codes: [String: Int] = [:]
                    var slowest = (time: Duration.zero, number: 0)
                    for number in stride(from: lane, to: count, by: lanes) {
                        let damaged = try corpus.damaged(number)
                        var time = Duration.zero
                        var code = ""
                        // Others may have had the machine meanwhile: what takes long does so twice.
                        for attempt in 0..<2 where attempt == 0 || time > Self.limit {
                            let start = ContinuousClock.now
                            code = Self.judge(damaged.input, damaged.content, number, corpus)
                            time = attempt == 0 ? ContinuousClock.now - start : min(time, ContinuousClock.now - start)
                        }
                        codes[code, default: 0] += 1
                        if time > slowest.time { slowest = (time, number) }
                    }
                    return (codes, slowest.time, slowest.number)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let codes = tallies.reduce(into: [String: Int]()) { $0.merge($1.0, uniquingKeysWith: +) }
        // Some damage changes nothing that matters; if none were accepted, the corpus would be broken.
        #expect(codes["accepted", default: 0] > count / 50)
        for code in ["receipt.form", "receipt.untrusted", "receipt.signature", "receipt.attributes"] {
            #expect(codes[code, default: 0] > count / 200, Comment(rawValue: code))
        }
        guard Self.count != nil else { return }
        let slowest = tallies.max { $0.1 < $1.1 }
        print("\(count) damaged receipts, slowest \(slowest?.1 ?? .zero) (case \(slowest?.2 ?? 0))")
        print(codes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        #expect(slowest.map { $0.1 < Self.limit } == true, "case \(slowest?.2 ?? 0)")
    }

    /// The code that a case is refused with, or `accepted`.
    private static func judge(_ input: [UInt8], _ content: [UInt8]?, _ number: Int, _ corpus: Corpus) -> String {
        let name = Comment(rawValue: "case \(number)")
        if let input = ReceiptInput(recognizing: input[...]) {
            _ = ClaimedReceipt(input)
            _ = TransactionReceipt(input.bytes)
        }
        do throws(VerificationFailure) {
            let verified = try corpus.verifier.verifyReceipt(input, now: 0)
            #expect(verified.certificates == Array(corpus.chain.prefix(2)), name)
            if let content {
                #expect((try? AppReceipt(content: content)) == verified.receipt, name)
            } else {
                #expect(corpus.signed.contains(verified.receipt), name)
            }
            return "accepted"
        } catch {
            #expect((error.got?.utf8.count ?? 0) < 2000, name)
            return error.code.rawValue
        }
    }

    @Test("Any bytes at all end in a code")
    func noise() throws {
        let verifier = try Self.corpus.get().verifier
        var generator = SeededGenerator(seed: 5)
        for length in 0..<600 {
            let bytes = generator.bytes(length)
            for input in [bytes, [0x30, 0x80] + bytes, [0x30, 0x82, 1, 0] + bytes, Array(Base64.encode(bytes).utf8)] {
                #expect(throws: VerificationFailure.self) { try verifier.verifyReceipt(input, now: 0) }
            }
            #expect(throws: VerificationFailure.self) { try AppReceipt(content: bytes) }
            #expect(throws: VerificationFailure.self) { try AppReceipt(content: DERWriter.element(0x31, bytes + [1])) }
        }
    }

    @Test("What would cost much is refused soon")
    func floods() throws {
        let verifier = try Self.corpus.get().verifier
        let identifier: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
        let digest: [UInt8] = DERWriter.element(0x30, [0x06, 5, 0x2B, 0x0E, 3, 2, 0x1A])
        func container(_ members: [UInt8]) -> [UInt8] {
            DERWriter.element(0x30, identifier + DERWriter.element(0xA0, DERWriter.element(0x30, members)))
        }
        let floods: [(String, [UInt8])] = [
            (
                "digests",
                container(
                    DERWriter.integer(1)
                        + DERWriter.element(0x31, Array(repeating: digest, count: 50_000).flatMap(\.self)))
            ),
            ("levels", Array(repeating: [0x30, 0x80], count: 500_000).flatMap(\.self)),
            (
                "elements",
                container(DERWriter.element(0x31, DERWriter.element(0x30, [UInt8](repeating: 0, count: 400_000))))
            ),
            ("a length without bytes", [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]),
        ]
        for (name, flood) in floods {
            let failure = #expect(throws: VerificationFailure.self) { try verifier.verifyReceipt(flood, now: 0) }
            #expect(failure?.code == .receiptForm, Comment(rawValue: name))
        }
        let deep = (0..<10_000).reduce([UInt8]()) { inner, _ in
            inner.count > 60_000 ? inner : DERWriter.element(0x31, inner)
        }
        #expect(throws: VerificationFailure.self) { try AppReceipt(content: deep) }
    }
}
