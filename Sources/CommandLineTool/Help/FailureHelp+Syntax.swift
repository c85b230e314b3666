extension FailureHelp {
    static let input = [
        FailureHelp(
            "input.empty", "the input holds nothing",
            cause: "The file, standard input or request body has no bytes, or nothing but white space.",
            fix: "Check the command before the pipe, or the name of the file. A web framework that has read the body "
                + "already hands on an empty one.",
            example: "curl -s https://example.com/missing | storekeeper verify"),
        FailureHelp(
            "input.too_large", "the input is larger than the limit",
            cause:
                "A command reads at most 16 MiB of input, and with --lines as much per line; the service has a limit "
                + "of its own for request bodies. A notification has about 20 kB.",
            fix: "For a file with one input a line use --lines or ingest, which take files of any size.",
            example: "storekeeper verify --lines notifications.ndjson"),
        FailureHelp(
            "input.kind", "the input is something else than App Store signed data",
            cause: "What came was recognised: a version 1 notification, a Sign in with Apple event, an answer of "
                + "another endpoint, JSON without signed data, or a receipt where none is taken. The message names it.",
            fix: "Send the JWS: from the client jwsRepresentation, from Apple's servers signedPayload, "
                + "signedTransactionInfo or signedRenewalInfo. For version 1 notifications switch the URL to Version 2 "
                + "in App Store Connect; for a while after the switch both kinds arrive.",
            example: "expected: a compact JWS, or JSON with signedPayload; got: a version 1 notification"),
    ]

    static let jws = [
        FailureHelp(
            "jws.segments", "a JWS has exactly three parts",
            cause: "The text does not consist of three non-empty parts with dots between them. Often it was cut off "
                + "when it was copied, or its signature was left out.",
            fix: "Take the whole text, from eyJ up to the end after the second dot.",
            example: "expected: 3 segments; got: 2"),
        FailureHelp(
            "jws.base64url", "a part of the JWS is not base64url",
            cause: "A part has characters outside A-Z a-z 0-9 - _, padding, white space, or unused bits that are not "
                + "zero (RFC 4648, section 5). Each of them would give one signed text two spellings.",
            fix: "Pass the JWS on exactly as it was received. If it was wrapped or re-encoded on the way, decode shows "
                + "what it had to repair.",
            example: "storekeeper decode wrapped.txt"),
        FailureHelp(
            "jws.header", "the header is not one JSON object",
            cause:
                "The first part does not decode to a JSON object, names a member twice, or has a member of the wrong "
                + "type.",
            fix: "The text is probably not a JWS, or not the beginning of one. Look at it with decode.",
            example: "expected: a JSON object; got: malformed string at byte 12"),
        FailureHelp(
            "jws.alg", "the algorithm is not ES256",
            cause: "The App Store signs with ES256 and nothing else. none, HS256, RS256, another spelling, or no "
                + "algorithm at all are refused before any key is looked at.",
            fix: "If this is a token of another issuer, such as Sign in with Apple (RS256), it does not belong here. "
                + "If you made it yourself, sign it with storekeeper sign.",
            example: "expected: ES256; got: RS256"),
        FailureHelp(
            "jws.crit", "the header demands an extension",
            cause: "The header has the member crit, by which a signer demands that an extension be understood "
                + "(RFC 7515, section 4.1.11). The App Store never sends it.",
            fix: "Find out who made this JWS; it is not from the App Store.",
            example: "expected: no crit; got: crit"),
    ]

    static let x5c = [
        FailureHelp(
            "x5c.missing", "the header carries no certificates",
            cause: "The member x5c is absent or not an array of strings. Tokens for calling Apple's API, and tokens of "
                + "other issuers, look like that.",
            fix: "Take the JWS that Apple sent. Keys named by kid, jwk or jku are never used.",
            example: "an API token made with your .p8 key, given where a transaction is expected"),
        FailureHelp(
            "x5c.count", "the header does not carry exactly three certificates",
            cause: "App Store data carries leaf, intermediate and root. One certificate means data signed by Xcode.",
            fix:
                "For data from Xcode add --environment Xcode and --xcode-certificate with the file that Xcode saves by "
                + "Editor > Save Public Certificate. For test data use storekeeper authority create and sign.",
            example: "expected: 3 certificates; got: 1"),
        FailureHelp(
            "x5c.base64", "a certificate is not base64",
            cause: "The entries of x5c are standard base64 with + / and padding (RFC 7515, section 4.1.6), unlike the "
                + "parts of the JWS itself.",
            fix: "If you build test data, encode the DER bytes with standard base64, without line breaks.",
            example: "x5c[0] was encoded with base64url"),
        FailureHelp(
            "x5c.der", "a certificate cannot be read",
            cause: "An entry of x5c is base64, but not one whole X.509 certificate in DER; or bytes follow it.",
            fix: "If you build test data, put in the DER bytes, not PEM text.",
            example: "x5c[1] holds base64 of -----BEGIN CERTIFICATE-----"),
    ]
}
