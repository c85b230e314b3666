internal import AppStoreModels
internal import AppStoreVerification
internal import StrictJSON

/// The one door through which signed fields of answers become facts.
///
/// Beyond the verifier's own checks, an answer must be about the app and the environment that were asked about.
struct SignedFieldReader {
    let verifier: SignedDataVerifier
    let environment: Environment
    let bundleId: String
    let now: Int64

    func transaction(
        _ node: JSONNode?, at path: String, index: Int? = nil
    ) throws(SignedFieldFailure) -> Verified<JWSTransactionDecodedPayload> {
        guard case .transaction(let verified) = try open(node, .transaction, path, index) else {
            throw kindFailure(path, index)
        }
        try check(verified.environment, verified.bundleId, path, index)
        return verified
    }

    func renewalInfo(
        _ node: JSONNode?, at path: String, index: Int? = nil
    ) throws(SignedFieldFailure) -> Verified<JWSRenewalInfoDecodedPayload> {
        guard case .renewalInfo(let verified) = try open(node, .renewalInfo, path, index) else {
            throw kindFailure(path, index)
        }
        try check(verified.environment, verified.bundleId, path, index)
        return verified
    }

    func appTransaction(_ node: JSONNode?, at path: String) throws(SignedFieldFailure) -> Verified<AppTransaction> {
        guard case .appTransaction(let verified) = try open(node, .appTransaction, path, nil) else {
            throw kindFailure(path, nil)
        }
        try check(verified.environment, verified.bundleId, path, nil)
        return verified
    }

    func notification(
        _ node: JSONNode?, at path: String, index: Int? = nil
    ) throws(SignedFieldFailure) -> VerifiedNotification {
        guard case .notification(let verified) = try open(node, .notification, path, index) else {
            throw kindFailure(path, index)
        }
        try check(verified.notification.environment, verified.notification.bundleId, path, index)
        return verified
    }

    /// The transactions of a list; whatever is no text counts as one that is not verified.
    func transactions(_ list: JSONNode?, at name: String) -> SignedList<JWSTransactionDecodedPayload> {
        var result = SignedList<JWSTransactionDecodedPayload>()
        guard let list, !list.isNull else { return result }
        guard list.kind == .array else {
            result.failures.append(SignedFieldFailure(path: name, failure: SignedFieldReader.noText))
            return result
        }
        for (index, node) in list.elements.enumerated() {
            do throws(SignedFieldFailure) {
                result.verified.append(try transaction(node, at: "\(name)[\(index)]", index: index))
            } catch {
                result.failures.append(error)
            }
        }
        return result
    }

    private static let noText = VerificationFailure(
        .inputKind, "the field holds no signed data", expected: "a JWS in compact serialization")

    private func open(
        _ node: JSONNode?, _ kind: PayloadKind, _ path: String, _ index: Int?
    ) throws(SignedFieldFailure) -> VerifiedPayload {
        guard let text = node?.string else {
            throw SignedFieldFailure(path: path, index: index, failure: SignedFieldReader.noText)
        }
        do throws(VerificationFailure) {
            return try verifier.verify(Array(text.utf8), as: kind, now: now)
        } catch {
            throw SignedFieldFailure(path: path, index: index, failure: error)
        }
    }

    /// The verifier returns what was asked for, so this is told of a defect.
    private func kindFailure(_ path: String, _ index: Int?) -> SignedFieldFailure {
        SignedFieldFailure(
            path: path, index: index, failure: VerificationFailure(.payloadKind, "the payload is of another kind"))
    }

    private func check(
        _ found: Environment?, _ foundBundleId: String?, _ path: String, _ index: Int?
    ) throws(SignedFieldFailure) {
        if let found, found != environment {
            throw SignedFieldFailure(
                path: path, index: index,
                failure: VerificationFailure(
                    .appEnvironment, "the payload is from another environment than was asked",
                    expected: environment.rawValue, got: found.rawValue))
        }
        // By bytes: Swift's own comparison takes differently composed texts for equal.
        if let foundBundleId, !foundBundleId.utf8.elementsEqual(bundleId.utf8) {
            throw SignedFieldFailure(
                path: path, index: index,
                failure: VerificationFailure(
                    .appBundleID, "the payload is about another app than was asked", expected: bundleId,
                    got: foundBundleId))
        }
    }
}
