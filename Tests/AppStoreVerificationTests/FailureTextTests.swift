import AppStoreModels
import AppStoreVerification
import TestSupport
import Testing

@Suite("Texts of failures")
struct FailureTextTests {
    @Test("Codes are unique, dotted, and in the order of the checks")
    func codes() {
        let texts = FailureCode.all.map(\.rawValue)
        #expect(Set(texts).count == texts.count)
        #expect(texts.allSatisfy { $0.wholeMatch(of: /[a-z0-9]+\.[a-z0-9_]+/) != nil })
        let stages = FailureCode.all.map(\.stage).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        // The dates of a chain are judged when the payload's own date can be believed.
        #expect(
            stages == [
                "input", "jws", "x5c", "chain", "signature", "payload", "chain", "app", "nested", "revocation",
                "receipt",
                "store",
            ])
    }

    @Test("Each says what failed, what was expected and what was found", arguments: VerificationVectorTests.folders)
    func texts(folder: String) throws {
        for vector in try VerificationVector.load(folder) {
            guard case .refused = vector.expectation, let failure = try vector.failure() else { continue }
            let name = Comment(rawValue: "\(folder): \(vector.name): \(failure)")
            #expect(failure.message.first?.isUppercase == false && !failure.message.hasSuffix("."), name)
            #expect(failure.expected?.isEmpty == false, name)
            #expect(failure.got?.isEmpty == false || [.inputEmpty, .jwsCritical].contains(failure.code), name)
            #expect(failure.hint?.hasSuffix(".") != true, name)
            #expect(failure.stage == failure.code.rawValue.prefix { $0 != "." }, name)
            // May be logged anywhere: no piece of the JWS.
            for segment in vector.input.split(separator: ".") where segment.count >= 40 {
                #expect(!"\(failure)".contains(segment.prefix(40)), name)
                #expect(failure.got?.contains(segment.prefix(40)) != true, name)
            }
        }
    }
}
