import AppStoreVerification
import FoundationEssentials
import JWS
import StrictJSON
import TestSupport
import Testing

/// Writes `TestVectors` when asked to, and otherwise makes all vectors anew and compares.
@Suite("Making of vectors", .serialized)
struct VectorGeneratorTests {
    /// The folder to write, or `all`.
    static let writes = ProcessInfo.processInfo.environment["STOREKEEPER_WRITE_VECTORS"]

    @Test("Vectors are written", .enabled(if: writes != nil, "scripts/generate-test-vectors asks for it"))
    func write() throws {
        let workshop = try VectorWorkshop()
        for file in try workshop.files() where Self.writes == "all" || file.path.hasPrefix("\(Self.writes ?? "")/") {
            let url = TestVectors.folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            let json = VerificationVector.file(of: file.vectors, comment: file.comment)
            try Data(JSONWriter(isIndented: true).bytes(json) + [0x0A]).write(to: url)
        }
    }

    @Test("Vectors made anew differ from those kept in certificates and signatures alone", .disabled(if: writes != nil))
    func compare() throws {
        let files = try VectorWorkshop().files()
        #expect(
            files.map(\.path).sorted()
                == (try VerificationVectorTests.folders.flatMap(VerificationVector.files)).sorted())
        var verifiers: [VerificationVector.Trust: SignedDataVerifier] = [:]
        for file in files {
            let kept = try VerificationVector.load(file: file.path)
            #expect(kept.map(\.name) == file.vectors.map(\.name))
            for (kept, made) in zip(kept, file.vectors) {
                let name = Comment(rawValue: "\(file.path): \(made.name)")
                #expect(Comparable(kept) == Comparable(made), name)
                let verifier = try verifiers[made.trust] ?? made.verifier()
                verifiers[made.trust] = verifier
                #expect(made.verdict(by: verifier) == made.expectation, name)
            }
        }
    }

    /// What a vector says without what is random in it.
    private struct Comparable: Equatable {
        let comment: String
        let kind: String?
        let trust: VerificationVector.Trust
        let validationTime: Int64
        let expectation: VerificationVector.Expectation
        let payload: String?

        init(_ vector: VerificationVector) {
            comment = vector.comment
            kind = vector.kind
            trust = vector.trust.with {
                $0.roots = $0.roots.map { _ in [] }
                $0.xcodeCertificates = $0.xcodeCertificates.map { _ in [] }
                // The length of a signature's certificate is random too.
                $0.maximumBytes = $0.maximumBytes == nil ? nil : 0
            }
            validationTime = vector.validationTime
            expectation = vector.expectation
            payload = Comparable.payload(of: vector.input)
        }

        /// The payload, with those inside in place of their JWS.
        private static func payload(of jws: String) -> String? {
            let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let bytes = try? Base64URL.decode(String(parts[1])) else { return nil }
            guard let root = try? JSONDocument(parsing: bytes).root else {
                return String(decoding: bytes, as: UTF8.self)
            }
            return JSONWriter().text(opened(JSONValue(root)))
        }

        private static func opened(_ value: JSONValue) -> JSONValue {
            guard case .object(let members) = value else { return value }
            return .object(
                members.filter { $0.name != "x5c" }.map { member in
                    guard case .string(let text) = member.value, member.name.hasPrefix("signed") else {
                        return JSONMember(member.name, opened(member.value))
                    }
                    return JSONMember(member.name, .optional(payload(of: text)))
                })
        }
    }
}
