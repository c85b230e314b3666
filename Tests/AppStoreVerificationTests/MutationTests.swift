import AppStoreModels
import AppStoreVerification
import FoundationEssentials
import JWS
import OpenSSLCrypto
import TestSupport
import Testing

/// Damages sound inputs; nothing may crash, take long, or be accepted as anything else than what was signed.
///
/// A failing case is named by its number, from which it can be made again.
@Suite("Damaged inputs")
struct MutationTests {
    /// How many; STOREKEEPER_MUTATIONS asks for more, and then each is timed too.
    static let count = number("STOREKEEPER_MUTATIONS")
    /// The one to try; STOREKEEPER_MUTATION names it.
    static let only = number("STOREKEEPER_MUTATION")
    /// How long one may take.
    static let limit = Duration.seconds(1)
    static let corpus = Result { try MutationCorpus() }

    @Test("Damaged inputs are refused, or say exactly what was signed")
    func damage() async throws {
        let corpus = try Self.corpus.get()
        let count = Self.count ?? 4000
        let lanes = 2
        let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var tally = Tally()
                    for number in stride(from: lane, to: count, by: lanes) {
                        let damaged = try corpus.damaged(number)
                        let start = ContinuousClock.now
                        let code = Self.judge(damaged, number, corpus)
                        var time = ContinuousClock.now - start
                        if time > Self.limit {
                            // Others may have had the machine meanwhile: what takes long does so twice.
                            let start = ContinuousClock.now
                            _ = Self.judge(damaged, number, corpus)
                            time = min(time, ContinuousClock.now - start)
                        }
                        tally.add(code, number, time)
                    }
                    return tally
                }
            }
            return try await group.reduce(into: Tally()) { $0.add($1) }
        }
        // A case that is signed again or not damaged is accepted; if none were, the corpus would be broken.
        #expect(tally.codes["accepted", default: 0] > count / 20)
        #expect(tally.codes.count >= 20)
        guard Self.count != nil else { return }
        print("\(count) damaged inputs, slowest \(tally.slowest.time) (case \(tally.slowest.number))")
        print(tally.codes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        #expect(tally.slowest.time < Self.limit, "case \(tally.slowest.number)")
    }

    @Test("One damaged input is tried again", .enabled(if: only != nil, "STOREKEEPER_MUTATION names none"))
    func again() throws {
        let corpus = try Self.corpus.get()
        let number = Self.only ?? 0
        let damaged = try corpus.damaged(number)
        for _ in 0..<3 {
            let start = ContinuousClock.now
            let code = Self.judge(damaged, number, corpus) ?? "accepted"
            print("case \(number), \(damaged.input.count) bytes: \(code) in \(ContinuousClock.now - start)")
        }
        print(String(decoding: (damaged.resigned ?? damaged.input).prefix(1000), as: UTF8.self))
    }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// What came of some cases.
    private struct Tally: Sendable {
        var codes: [String: Int] = [:]
        var slowest = (number: 0, time: Duration.zero)

        mutating func add(_ code: String?, _ number: Int, _ time: Duration) {
            codes[code ?? "accepted", default: 0] += 1
            if slowest.time < time { slowest = (number, time) }
        }

        mutating func add(_ other: Tally) {
            codes.merge(other.codes, uniquingKeysWith: +)
            if slowest.time < other.slowest.time { slowest = other.slowest }
        }
    }

    /// The code that a case is refused with; `nil` when it is accepted.
    private static func judge(_ damaged: MutationCase, _ number: Int, _ corpus: MutationCorpus) -> String? {
        let name = Comment(rawValue: "case \(number)")
        do throws(VerificationFailure) {
            let verified = try corpus.verifier.verify(damaged.input, now: SamplePayload.signedDate)
            // The header's third certificate is not used, and a signature has a twin: all else is as it was.
            #expect(verified.chain.certificates.first.map(corpus.leaves.contains) == true, name)
            #expect(verified.chain.certificates.last == corpus.signer.authority.intermediate, name)
            if let payload = damaged.resigned {
                #expect(verified.jws.payload == payload, name)
            } else {
                #expect(corpus.signed.contains(SHA256.digest(of: verified.jws.payload)), name)
            }
            guard case .notification(let notification) = verified else { return nil }
            if let failure = notification.nestedFailure {
                #expect(failure.path != nil, name)
                #expect(notification.transaction == nil && notification.renewalInfo == nil, name)
                return "\(failure.code) inside"
            }
            let outer = notification.notification
            if let transaction = notification.transaction {
                #expect(corpus.signed.contains(transaction.payloadDigest), name)
                #expect(transaction.environment == outer.environment && transaction.bundleId == outer.bundleId, name)
            }
            if let renewalInfo = notification.renewalInfo {
                #expect(corpus.signed.contains(renewalInfo.payloadDigest), name)
                #expect(renewalInfo.environment == outer.environment, name)
                #expect(
                    notification.transaction?.payload.originalTransactionId ?? renewalInfo.payload.originalTransactionId
                        == renewalInfo.payload.originalTransactionId, name)
            }
            return nil
        } catch {
            #expect((error.got?.utf8.count ?? 0) < 2000, name)
            return error.code.rawValue
        }
    }
}
