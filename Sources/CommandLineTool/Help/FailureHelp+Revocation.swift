extension FailureHelp {
    static let revocation = [
        FailureHelp(
            "revocation.revoked", "a certificate was revoked",
            cause: "Its issuer's responder says by OCSP (RFC 6960) that the certificate must not be believed any "
                + "longer, whenever it signed. Only --ocsp soft and hard ask.",
            fix: "Treat the data as forged. If Apple's own certificate was revoked, Apple signs with another one by "
                + "now: fetch the data again. In test data, look at the responder's index.",
            example: "got: revoked at 2026-11-02T10:00:00.000Z (keyCompromise)"),
        FailureHelp(
            "revocation.unknown", "nobody says whether a certificate was revoked",
            cause: "With --ocsp hard an answer is needed, and there is none: the responder cannot be reached, what it "
                + "answers cannot be believed, or it does not know the certificate. The service answers 503, so that "
                + "the App Store sends the notification again. A certificate that has ended by now, or names no "
                + "responder, is not asked about: such a notification is kept in quarantine and answered 200.",
            fix: "Let this host reach the responder, which speaks plain HTTP (Apple's: http://ocsp.apple.com), and "
                + "look at its clock. To believe data when responders fail, use --ocsp soft; for old data --ocsp off.",
            example: "got: the responder does not answer: timed out connecting"),
    ]
}
