import OpenSSLCrypto
import StrictJSON
import TestSupport

/// A file of vectors in the making.
struct VectorFile {
    /// Its path below `TestVectors`.
    let path: String
    /// What its vectors are about.
    let comment: String
    private(set) var vectors: [VerificationVector] = []
    /// The trust of the vectors that say nothing else.
    var trust: VerificationVector.Trust

    init(_ path: String, _ comment: String, trust: VerificationVector.Trust) {
        self.path = path
        self.comment = comment
        self.trust = trust
    }

    /// Adds a vector that must be accepted.
    mutating func accept(
        _ name: String, _ comment: String, _ input: String, as found: String = "transaction", kind: String? = nil,
        at time: Int64 = SamplePayload.signedDate, trust: VerificationVector.Trust? = nil
    ) {
        add(name, comment, input, kind, time, trust, .accepted(kind: found))
    }

    /// Adds a vector that must be refused.
    mutating func refuse(
        _ code: String, _ name: String, _ comment: String, _ input: String, path: String? = nil, kind: String? = nil,
        at time: Int64 = SamplePayload.signedDate, trust: VerificationVector.Trust? = nil
    ) {
        add(name, comment, input, kind, time, trust, .refused(code: code, path: path))
    }

    private mutating func add(
        _ name: String, _ comment: String, _ input: String, _ kind: String?, _ time: Int64,
        _ trust: VerificationVector.Trust?, _ expectation: VerificationVector.Expectation
    ) {
        vectors.append(
            VerificationVector(
                name: name, comment: comment, input: input, kind: kind, trust: trust ?? self.trust,
                validationTime: time, expectation: expectation))
    }
}

extension VerificationVector.Trust {
    /// Trusts one root.
    init(_ root: Certificate) { self.init(roots: [root.der]) }

    /// The same trust with a change.
    func with(_ change: (inout VerificationVector.Trust) -> Void) -> VerificationVector.Trust {
        var copy = self
        change(&copy)
        return copy
    }
}
