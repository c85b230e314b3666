internal import AppStoreModels
internal import AppStoreVerification
internal import OpenSSLCrypto

extension ConfigurationCheck {
    mutating func revocationPolicy(_ verifier: VerifierConfiguration) -> RevocationPolicy {
        guard let text = settings.revocation else { return .off }
        let known = RevocationPolicy.allCases.map(\.rawValue)
        guard let policy = RevocationPolicy(rawValue: text) else {
            note(
                "trust.revocation", "\"\(text.prefix(80))\" is no policy",
                hint: Suggestion.hint(for: text, among: known) ?? "write \(known.joined(separator: ", "))")
            return .off
        }
        let isPast = if case .instant(let time) = verifier.clock { time / 1000 < now / 1000 - 86_400 } else { false }
        if policy == .hard, isPast {
            warn(
                "trust.revocation", "asks about certificates as they are now, whatever trust.clock says",
                hint: "data whose certificates have ended is kept in quarantine; soft lets it pass")
        }
        return policy
    }
}
