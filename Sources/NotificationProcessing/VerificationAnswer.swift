package import AppStoreModels
package import AppStoreVerification
package import StrictJSON

/// What is said of an input that was to be verified: the same object on the command line and over HTTP.
package struct VerificationAnswer: Sendable {
    /// The payload, with everything inside it verified as well; or the first check that failed.
    package let result: Result<VerifiedPayload, VerificationFailure>
    /// What is known of the certificates; nil where nobody was asked.
    package private(set) var revocation: RevocationReport?

    /// Judges a result: a notification in which something could not be verified is as bad as that.
    package init(_ result: Result<VerifiedPayload, VerificationFailure>) {
        guard case .success(let payload) = result, let failure = payload.nestedFailure else {
            self.result = result
            return
        }
        self.result = .failure(failure)
    }

    /// Verifies a JWS and judges the result.
    package init(verifying jws: [UInt8], as kind: PayloadKind?, by verifier: SignedDataVerifier, now: Int64) {
        do throws(VerificationFailure) {
            self.init(.success(try verifier.verify(jws, as: kind, now: now)))
        } catch {
            self.init(.failure(error))
        }
    }

    /// The same once it is known what is to be thought of the certificates.
    package func checked(by checker: RevocationChecker?) async -> VerificationAnswer {
        guard let checker, case .success(let payload) = result else { return self }
        let report = await checker.check(payload)
        var answer = report.failure.map { VerificationAnswer(.failure($0)) } ?? self
        answer.revocation = report
        return answer
    }

    /// Whether the same input may be found valid later.
    package var isTemporary: Bool { revocation?.isTemporary ?? false }

    /// Whether all of it was verified.
    package var isValid: Bool {
        if case .success = result { true } else { false }
    }

    /// The members of the answer, in their order.
    package var members: [JSONMember] {
        resultMembers + (revocation.map { [JSONMember("revocation", $0.json)] } ?? [])
    }

    private var resultMembers: [JSONMember] {
        switch result {
        case .success(let payload):
            [
                JSONMember("ok", true),
                JSONMember("kind", .string(payload.kind.rawValue)),
                JSONMember("environment", .optional(payload.environment?.rawValue)),
                JSONMember("payload", .node(payload.json)),
                JSONMember("nested", .object(payload.nestedMembers)),
            ]
        case .failure(let failure):
            [JSONMember("ok", false)] + failure.members
        }
    }

    /// The answer as one object.
    package var json: JSONValue { .object(members) }
}

extension VerificationFailure {
    /// Code, stage, message and what else is known, as members of an object.
    package var members: [JSONMember] {
        [
            JSONMember("code", .string(code.rawValue)),
            JSONMember("stage", .string(stage)),
            JSONMember("message", .string(message)),
        ]
            + [("expected", expected), ("got", got), ("hint", hint), ("path", path)].compactMap { name, value in
                value.map { JSONMember(name, .string($0)) }
            }
    }
}

extension VerifiedPayload {
    /// The payload word for word.
    package var json: JSONNode {
        switch self {
        case .notification(let held): held.notification.payload.json
        case .transaction(let held): held.payload.json
        case .renewalInfo(let held): held.payload.json
        case .appTransaction(let held): held.payload.json
        case .realtimeRequest(let held): held.payload.json
        }
    }

    /// The payloads that are signed inside, word for word, by short names.
    package var nestedMembers: [JSONMember] {
        guard case .notification(let held) = self else { return [] }
        return [
            ("transaction", held.transaction?.payload.json), ("renewalInfo", held.renewalInfo?.payload.json),
            ("appTransaction", held.appTransaction?.payload.json),
        ].compactMap { name, json in json.map { JSONMember(name, .node($0)) } }
    }
}
