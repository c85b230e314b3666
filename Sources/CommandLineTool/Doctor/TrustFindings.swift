package import AppStoreVerification
package import OpenSSLCrypto

/// Judges the certificates that trust starts from, and those that the App Store signs with now.
package enum TrustFindings {
    /// From how many days on an end is near.
    static let nearDays: Int64 = 90

    /// An anchor, and what it is for.
    private struct Anchor {
        var certificate: Certificate
        var isBuiltIn: Bool
        var isForReceipts: Bool
    }

    /// Judges each anchor of a verifier.
    package static func anchors(_ verifier: VerifierConfiguration, now: Int64) -> [Finding] {
        let builtIn = verifier.trustsBuiltInRoots ? [(AppleRootCA.g3DER, false), (AppleRootCA.rsaDER, true)] : []
        var anchors = builtIn.compactMap { der, isForReceipts in
            (try? Certificate(der: der)).map {
                Anchor(certificate: $0, isBuiltIn: true, isForReceipts: isForReceipts)
            }
        }
        anchors += verifier.addedRoots.map { Anchor(certificate: $0, isBuiltIn: false, isForReceipts: false) }
        let isLeft = anchors.contains { !$0.isForReceipts && $0.certificate.notAfter >= now / 1000 }
        return anchors.map { anchor in
            judge(anchor, isOtherLeft: isLeft, now: now)
                .with("daysLeft", days(until: anchor.certificate.notAfter, now: now))
        }
            + verifier.xcodeCertificates.map { xcode($0, now: now) }
    }

    private static func judge(_ anchor: Anchor, isOtherLeft: Bool, now: Int64) -> Finding {
        let name = anchor.certificate.commonName ?? anchor.certificate.subject
        let what =
            "\"\(name)\"" + (anchor.isForReceipts ? ", for receipts" : "") + (anchor.isBuiltIn ? ", built in" : "")
        let renew =
            anchor.isBuiltIn ? "update storekeeper" : "add the successor (trust.roots, --root), then take it out"
        let days = days(until: anchor.certificate.notAfter, now: now)
        if days < 0 {
            let found = "\(what) expired \(-days) days ago"
            guard isOtherLeft || anchor.isForReceipts else {
                return .problem(
                    .anchors, "expired", "\(found), and no other anchor is left: nothing signed now is accepted",
                    next: [renew])
            }
            return .note(
                .anchors, "expired", "\(found); it counts only for what was signed before, others are left",
                next: [renew])
        }
        if now / 1000 < anchor.certificate.notBefore {
            return .note(.anchors, "early", "\(what) is not valid yet", next: ["look at this machine's clock"])
        }
        return days <= nearDays
            ? .note(.anchors, "expiring", "\(what) expires in \(days) days", next: [renew])
            : .ok(.anchors, "\(what): \(days) days left")
    }

    private static func xcode(_ certificate: Certificate, now: Int64) -> Finding {
        let days = days(until: certificate.notAfter, now: now)
        if days < 0 {
            return .note(
                .anchors, "xcode_expired", "the certificate of Xcode expired \(-days) days ago",
                next: ["export it anew in Xcode (Editor > Save Public Certificate)"])
        }
        return .ok(.anchors, "the certificate of Xcode: \(days) days left")
    }

    /// Judges the leaf that the newest notification of the store was signed with.
    package static func leaf(_ certificate: Certificate, signedAt: Int64, now: Int64) -> Finding {
        let days = days(until: certificate.notAfter, now: now)
        return leaf(certificate, days: days, signedAt: signedAt, now: now).with("daysLeft", days)
    }

    private static func leaf(_ certificate: Certificate, days: Int64, signedAt: Int64, now: Int64) -> Finding {
        let ocsp = certificate.ocspResponder.map { "revocation at \($0)" } ?? "names no responder for revocation"
        let found =
            "the newest notification, signed \(TimeText.both(signedAt, now: now)), is by "
            + "\"\(certificate.commonName ?? certificate.subject)\" (serial \(certificate.serialNumber)); "
        if days < 0 {
            return .note(
                .leaf, "expired", found + "it expired \(-days) days ago",
                next: ["with clock signed (the default) what it signed is still accepted; nothing newer has come since"]
            )
        }
        return days <= nearDays
            ? .note(
                .leaf, "expiring", found + "it expires in \(days) days; \(ocsp)",
                next: ["nothing need be done: the App Store changes it; never pin a leaf"])
            : .ok(.leaf, found + "\(days) days left; \(ocsp)")
    }

    /// Whole days until a moment in seconds; below 0 once it has passed.
    static func days(until end: Int64, now: Int64) -> Int64 {
        let (seconds, overflow) = end.subtractingReportingOverflow(now / 1000)
        if overflow { return end < 0 ? .min + 1 : .max }
        return seconds < 0 ? -1 - (-1 - seconds) / 86_400 : seconds / 86_400
    }
}
