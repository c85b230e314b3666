internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import HTTPServing
internal import OpenSSLCrypto
internal import WebhookDelivery

extension ServiceConfiguration {
    /// What the service is about to do, in a few lines for people, each a name and a text.
    package func summary(now: Int64) -> [(name: String, text: String)] {
        let environments = verifier.environments.map(\.rawValue).sorted().joined(separator: ", ")
        let apps = verifier.apps.map { app in app.bundleId + (app.appAppleId.map { " (\($0))" } ?? "") }
        let anchors = TrustAnchorReport.all(verifier).map { anchor in
            "\(anchor.certificate.commonName ?? anchor.certificate.subject) (\(anchor.daysLeft(now)) days left)"
        }
        let xcode =
            verifier.xcodeCertificates.isEmpty ? [] : ["Xcode certificates: \(verifier.xcodeCertificates.count)"]
        // The names and hosts only: paths of URLs hold secrets.
        let targets = webhooks.map { "\($0.name) \($0.url)" }.joined(separator: ", ")
        let lines: [(name: String, text: String)] = [
            ("store", StoreURL.shown(store)),
            ("apps", apps.joined(separator: ", ") + "   " + environments),
            (
                "trust",
                (anchors + xcode).joined(separator: ", ") + "   clock \(verifier.clock.text)"
                    + "   revocation \(revocation.rawValue)"
            ),
            ("public", "\(listen)" + (tls == nil ? "" : "   TLS")),
            ("private", "\(privateListen)" + (tokens.map { "   \($0)" } ?? "   no tokens")),
        ]
        let asking = reconcile.map { ("reconcile", "at most \($0.limits.requestsPerHour) requests an hour") }
        return lines + (targets.isEmpty ? [] : [("webhooks", targets)]) + (asking.map { [$0] } ?? [])
    }
}
