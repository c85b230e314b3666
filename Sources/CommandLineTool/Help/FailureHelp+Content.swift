extension FailureHelp {
    static let signature = [
        FailureHelp(
            "signature.form", "the signature does not have the form of ES256",
            cause: "An ES256 signature has 64 bytes, two numbers of 32, each from 1 up to the order of the curve "
                + "(RFC 7518, section 3.4). Many libraries produce DER instead.",
            fix: "If you sign test data, convert DER into the two numbers, or use storekeeper sign.",
            example: "expected: 64 bytes; got: 71"),
        FailureHelp(
            "signature.invalid", "the signature does not fit the data",
            cause: "Header or payload were changed after signing, or another key signed. Re-encoding the JSON or "
                + "mixing parts of two JWS does it too.",
            fix: "Take the JWS exactly as it was received. If it still fails, it was tampered with.",
            example: "the payload was edited to move expiresDate"),
    ]

    static let payload = [
        FailureHelp(
            "payload.json", "the payload is not acceptable JSON",
            cause: "The signed bytes are not JSON by RFC 8259, have a byte order mark, invalid UTF-8, a member named "
                + "twice, or are nested too deeply or too large.",
            fix: "Apple's payloads never are. If you sign test data, look at the payload file.",
            example: "storekeeper sign transaction --authority authority --payload broken.json"),
        FailureHelp(
            "payload.schema", "a field that matters cannot be read",
            cause: "A field that decides about trust or entitlement has a type that cannot be used, such as a "
                + "signedDate that is text, or two containers where one is allowed. Unknown fields and values never "
                + "cause this.",
            fix: "The path in the message names the field. Dates are numbers of milliseconds, ids are strings.",
            example: "signedDate: expected: a number; got: a string"),
        FailureHelp(
            "payload.kind", "the payload is of another kind than wanted",
            cause: "The JWS is genuine, but it is for example a transaction where a notification was wanted.",
            fix: "Send it where it belongs, or leave out --kind, which then is detected.",
            example: "storekeeper verify --kind transaction notification.jws"),
    ]

    static let app = [
        FailureHelp(
            "app.bundle_id", "the data belongs to another app",
            cause: "The bundle id in the data is none of those given with --app, or there is none where there must be. "
                + "It is compared byte by byte, letter case included.",
            fix: "Add the app with --app BUNDLE_ID:APPLE_ID, or find out why another app posts here.",
            example: "expected: com.example.app; got: com.example.App"),
        FailureHelp(
            "app.apple_id", "the Apple id of the app is missing or different",
            cause: "Production data names the app by its Apple id as well, and --app does not name it, or names "
                + "another. Outside Production it is not compared.",
            fix: "Write --app BUNDLE_ID:APPLE_ID; App Store Connect shows the id under App Information.",
            example: "storekeeper verify --app com.example.app:1234567890 notification.jws"),
        FailureHelp(
            "app.environment", "the data belongs to an environment that is not accepted",
            cause: "Data says Sandbox (TestFlight and App Review included), Production, Xcode or LocalTesting, and "
                + "this one is not among --environment; or it names none. It also fails when the signer cannot vouch "
                + "for it: Xcode data must be signed by Xcode's certificate, LocalTesting data below an added root. "
                + "Sandbox never becomes Production.",
            fix: "Add --environment NAME where this environment is wanted. Production and Sandbox are accepted when "
                + "none is named.",
            example: "expected: Production; got: Sandbox"),
        FailureHelp(
            "nested.mismatch", "the data inside contradicts the notification around it",
            cause: "Each signature holds, but the nested transaction or renewal info names another app, environment or "
                + "subscription than the notification, or than each other.",
            fix: "Somebody joined parts of different notifications, or test data is inconsistent. Compare them with "
                + "storekeeper decode.",
            example: "data.signedTransactionInfo: environment: expected: Production; got: Sandbox"),
    ]

    static let store = [
        FailureHelp(
            "store.unavailable", "the store cannot be used right now",
            cause: "The database is locked, cannot be opened, or the disk answers with errors. Nothing was "
                + "acknowledged; the App Store sends a notification again after such an answer.",
            fix: "Look at the message, then try again. A database file belongs on a local disk, not on a network "
                + "share.",
            example: "the service answers 503 with Retry-After"),
        FailureHelp(
            "store.full", "the store cannot take more right now",
            cause: "The disk is full, or more requests wait for the store than the queue holds.",
            fix: "Free disk space, or give the store a faster disk. Nothing was acknowledged, so nothing is lost.",
            example: "the service answers 503 with Retry-After"),
    ]
}
