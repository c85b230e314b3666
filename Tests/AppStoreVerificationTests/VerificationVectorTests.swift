import AppStoreModels
import AppStoreVerification
import TestSupport
import Testing

@Suite("Vectors for verifiers")
struct VerificationVectorTests {
    static let folders = ["jws", "chains", "payloads", "apps", "nested"]

    @Test("Each vector has exactly its result, with a cold and a warm cache, and by explanation", arguments: folders)
    func results(folder: String) throws {
        let vectors = try VerificationVector.load(folder)
        let counts = vectors.reduce(into: [VerificationVector.Trust: Int]()) { $0[$1.trust, default: 0] += 1 }
        var seasoned: [VerificationVector.Trust: SignedDataVerifier] = [:]
        for vector in vectors {
            let name = Comment(rawValue: "\(folder): \(vector.name) (\(vector.comment))")
            let cold = try vector.verifier()
            #expect(vector.verdict(by: cold) == vector.expectation, name)
            // One that has seen all vectors before this one and knows their chains, where several share their trust.
            let warm = seasoned[vector.trust] ?? cold
            if counts[vector.trust, default: 0] > 1 { seasoned[vector.trust] = warm }
            #expect(vector.verdict(by: warm) == vector.expectation, name)

            let checks = vector.checks(by: warm)
            let failed = checks.first { $0.result == .failed }
            switch vector.expectation {
            case .accepted: #expect(failed == nil, name)
            case .refused(let code, let path):
                #expect(failed?.code.rawValue == code, name)
                #expect(failed?.path == path, name)
            }
            #expect(Set(checks.map { [$0.code.rawValue, $0.path ?? ""] }).count == checks.count, name)
        }
    }

    @Test("Names are unique within a folder", arguments: folders)
    func names(folder: String) throws {
        for file in try VerificationVector.files(in: folder) {
            let names = try VerificationVector.load(file: file).map(\.name)
            #expect(Set(names).count == names.count, Comment(rawValue: file))
        }
    }

    @Test("Every failure code of verification is produced by a vector")
    func coverage() throws {
        let produced = try Self.folders.flatMap { try VerificationVector.load($0) }.compactMap { vector in
            if case .refused(let code, _) = vector.expectation { code } else { nil }
        }
        // Those of stores and responders are not a verifier's, what is no notification is told apart before, and receipts
        // have tests of their own.
        let others = ["store", "revocation", "receipt"]
        let missing = FailureCode.all.filter { !others.contains($0.stage) && $0 != .inputKind }
            .filter { !produced.contains($0.rawValue) }
        #expect(missing == [])
    }

    @Test("Every kind is accepted by a vector")
    func kinds() throws {
        let accepted = try Self.folders.flatMap { try VerificationVector.load($0) }.compactMap { vector in
            if case .accepted(let kind) = vector.expectation { kind } else { nil }
        }
        #expect(Set(accepted) == Set(PayloadKind.allCases.map(\.rawValue)))
    }
}
