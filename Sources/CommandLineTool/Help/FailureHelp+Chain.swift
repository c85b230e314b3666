extension FailureHelp {
    static let chain = [
        FailureHelp(
            "chain.untrusted", "no trust anchor issued the chain",
            cause: "No configured root bears the name of the intermediate's issuer. Apple Root CA - G3 is built in; "
                + "the root inside x5c is never trusted.",
            fix: "For data of your own test authority add its root with --root. If --no-built-in-roots is set, Apple's "
                + "root must be added too. Anything else was not signed by Apple.",
            example: "storekeeper verify --root authority/root.pem test.jws"),
        FailureHelp(
            "chain.signature", "a certificate was not signed by the one above it",
            cause: "The issuer's name fits, but its key does not: the leaf was not signed by this intermediate, or the "
                + "intermediate not by the trusted root. This is what a forged chain looks like.",
            fix: "Treat the data as forged. If you build test data, sign leaf and intermediate with the keys of the "
                + "same authority.",
            example: "a leaf of your own beside Apple's real intermediate"),
        FailureHelp(
            "chain.not_ca", "the intermediate may not issue certificates",
            cause: "The second certificate does not say that it is a certificate authority (basic constraints, "
                + "RFC 5280, section 4.2.1.9).",
            fix: "If you build test data, give the intermediate basicConstraints CA:TRUE.",
            example: "expected: CA:TRUE; got: CA:FALSE"),
        FailureHelp(
            "chain.path_length", "the chain goes beyond what a certificate allows",
            cause:
                "The root or intermediate limits how many certificate authorities may follow it, or which names they "
                + "may certify (RFC 5280, sections 4.2.1.9 and 4.2.1.10), and the chain does not keep to it.",
            fix: "If you build test data, give the intermediate pathlen 0, the root none or at least 1, and leave name "
                + "constraints out.",
            example: "a root with pathlen 0 above an intermediate"),
        FailureHelp(
            "chain.leaf_is_ca", "the leaf is a certificate authority",
            cause: "The certificate whose key signs the data says CA:TRUE. Apple's never does.",
            fix: "If you build test data, issue a leaf with basicConstraints CA:FALSE.",
            example: "x5c[0] is the intermediate: the order in x5c is leaf, intermediate, root"),
        FailureHelp(
            "chain.key_type", "a certificate has a key or signature of the wrong kind",
            cause: "The leaf key must be P-256; the others P-256 or P-384; certificates are signed with ECDSA and "
                + "SHA-256 or SHA-384.",
            fix: "If you build test data, make the keys as storekeeper authority create does: P-384, P-384, P-256.",
            example: "expected: P-256; got: RSA 2048"),
        FailureHelp(
            "chain.key_usage", "a certificate is used for what it is not meant for",
            cause: "Where key usage is stated, the leaf needs digitalSignature and the issuers need keyCertSign.",
            fix: "If you build test data, add these usages or leave the extension out.",
            example: "a leaf with keyUsage keyAgreement"),
        FailureHelp(
            "chain.critical_extension", "a certificate has an unknown critical extension",
            cause: "A critical extension that is not understood must not be ignored (RFC 5280, section 4.2).",
            fix: "If this came from Apple, look for a newer version of storekeeper. In test data mark the extension as "
                + "not critical.",
            example: "x5c[0] has the critical extension 1.2.3.4"),
        FailureHelp(
            "chain.version", "a certificate is not of version 3",
            cause: "Without extensions, which version 3 brought, none of the rules above can be checked.",
            fix: "If you build test data, issue version 3 certificates.",
            example: "expected: 3; got: 1"),
        FailureHelp(
            "chain.leaf_marker", "the leaf is not marked for App Store receipts",
            cause: "The leaf lacks the extension 1.2.840.113635.100.6.11.1. Apple issues many certificates below one "
                + "root, developers' own among them; only those with this mark may sign purchases.",
            fix: "Treat the data as forged. If you build test data, add the extension; its content does not matter.",
            example: "data signed with the certificate of an Apple developer account"),
        FailureHelp(
            "chain.intermediate_marker", "the intermediate is not marked for developer relations",
            cause: "The intermediate lacks the extension 1.2.840.113635.100.6.2.1.",
            fix: "Treat the data as forged. If you build test data, add the extension; its content does not matter.",
            example: "a chain through another of Apple's intermediates"),
    ]

    static let validity = [
        FailureHelp(
            "chain.not_yet_valid", "a certificate was not valid yet",
            cause: "At the chosen clock a certificate of the chain, the trusted root included, had not begun.",
            fix: "With --clock now, check the clock of this machine. With --clock TIME, choose a time after the data "
                + "was signed. With --clock signed, the signer's own date contradicts its certificate.",
            example: "storekeeper verify --clock 2020-01-01 notification.jws"),
        FailureHelp(
            "chain.expired", "a certificate was valid no more",
            cause: "At the chosen clock a certificate of the chain, the trusted root included, had ended. Apple renews "
                + "the leaf about every two years, so data kept for long outlives it.",
            fix: "For kept data use --clock signed (the default), which judges at the time of signing. When the client "
                + "has just sent it, ask the client to sync its purchases; it then gets data signed anew.",
            example: "storekeeper verify --clock signed kept.jws"),
    ]
}
