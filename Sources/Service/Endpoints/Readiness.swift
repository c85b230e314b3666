internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import HTTPServing
internal import NotificationProcessing
internal import OpenSSLCrypto
internal import StrictJSON

/// Says whether notifications can be taken now, what is trusted, and what the operator should look at.
struct Readiness: Endpoint {
    static let operation = Operation(method: "GET", path: "/readyz", statuses: [200, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        var failure: StoreError?
        do throws(StoreError) { try await parts.store.check() } catch { failure = error }
        let report = Readiness.report(
            parts.verifier.configuration, parts.processor.revocation?.policy ?? .off, warnings: parts.warnings,
            storeFailure: failure, now: parts.now())
        return .json(report, status: failure == nil ? 200 : 503)
    }

    /// The report.
    static func report(
        _ verifier: VerifierConfiguration, _ revocation: RevocationPolicy, warnings: [ConfigurationProblem],
        storeFailure: StoreError?, now: Int64
    ) -> JSONValue {
        let anchors = TrustAnchorReport.all(verifier)
        let expired = anchors.filter { $0.daysLeft(now) < 0 }.map {
            ConfigurationProblem("trust.roots", "\"\($0.certificate.subject)\" has expired")
        }
        // Those of the start may name the same certificate with its file.
        let current = warnings + expired.filter { new in !warnings.contains { $0.problem.hasPrefix(new.problem) } }
        return [
            "ready": .boolean(storeFailure == nil),
            "store": [
                "ok": .boolean(storeFailure == nil),
                "code": .optional(storeFailure?.code),
                "message": .optional(storeFailure?.description),
            ],
            "apps": .array(
                verifier.apps.map {
                    ["bundleId": .string($0.bundleId), "appAppleId": .optional($0.appAppleId)]
                }),
            "environments": .array(verifier.environments.map(\.rawValue).sorted().map(JSONValue.string)),
            "clock": .string(verifier.clock.text),
            "revocation": .string(revocation.rawValue),
            "anchors": .array(anchors.map { $0.json(now) }),
            "xcodeCertificates": .array(
                verifier.xcodeCertificates.map {
                    TrustAnchorReport(certificate: $0, isBuiltIn: false, mayVouchForProduction: false).json(now)
                }),
            "warnings": .array(
                current.map {
                    [
                        "setting": .string($0.setting), "problem": .string($0.problem), "hint": .optional($0.hint),
                    ]
                }),
        ]
    }
}
