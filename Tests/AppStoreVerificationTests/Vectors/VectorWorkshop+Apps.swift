import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `apps`: which app and environment a payload is for.
extension VectorWorkshop {
    private var known: String { SamplePayload.bundleId }
    private var knownWithId: String { "\(SamplePayload.bundleId):\(SamplePayload.appAppleId)" }

    private func trusting(_ apps: String..., environments: [String] = ["Production", "Sandbox"])
        -> VerificationVector.Trust
    {
        trust.with {
            $0.apps = apps
            $0.environments = environments
        }
    }

    /// Bundle ids by bytes; Apple ids in Production alone.
    func apps() throws -> VectorFile {
        var file = file(
            "apps/apps.json", "The app is one of those configured: bundle ids by bytes, Apple ids in Production.")
        let one = trusting(knownWithId)
        let transaction = try chain.sign(SamplePayload.transaction())
        file.accept(
            "any-app", "no app is configured: any is accepted",
            try chain.sign(SamplePayload.transaction(["bundleId": "com.example.unheard"])))
        file.accept(
            "any-app-none-named", "no app is configured, and none is named",
            try chain.sign(SamplePayload.transaction(["bundleId": .null])))
        file.accept("known-app", "the app that is configured", transaction, trust: one)
        file.accept(
            "second-app", "the second of two apps that are configured", transaction,
            trust: trusting("com.example.other:1", knownWithId))
        for (name, comment, bundleId) in [
            ("other-app", "another app", "com.example.other" as JSONValue),
            ("capitals", "the same letters in capitals", "com.example.App"),
            ("longer", "a bundle id that begins with the app's", "com.example.app.widget"),
            ("shorter", "the beginning of the app's bundle id", "com.example"),
            ("trailing-space", "a space after the bundle id", "com.example.app "), ("empty", "an empty bundle id", ""),
            ("none", "no bundle id", .null),
        ] {
            file.refuse(
                "app.bundle_id", name, comment, try chain.sign(SamplePayload.transaction(["bundleId": bundleId])),
                trust: one)
        }
        file.refuse(
            "app.bundle_id", "composed-otherwise", "an accented letter in two scalars where one is configured",
            try chain.sign(SamplePayload.transaction(["bundleId": "com.example.cafe\u{301}"])),
            trust: trusting("com.example.caf\u{E9}"))

        let production = try chain.sign(SamplePayload.notification("TEST", environment: "Production"))
        file.accept("apple-id", "the Apple id that is configured", production, as: "notification", trust: one)
        file.refuse(
            "app.apple_id", "apple-id-not-configured", "Production data with an Apple id, and none is configured",
            production, trust: trusting(known))
        file.refuse(
            "app.apple_id", "apple-id-other", "another Apple id under the same bundle id", production,
            trust: trusting("\(known):1"))
        file.refuse(
            "app.apple_id", "apple-id-of-other-app", "the Apple id of the other app that is configured", production,
            trust: trusting("\(known):1", "com.example.other:\(SamplePayload.appAppleId)"))
        file.accept(
            "apple-id-one-of-two", "two Apple ids under one bundle id", production, as: "notification",
            trust: trusting("\(known):1", knownWithId))
        file.accept(
            "apple-id-any-app", "no app is configured, so the Apple id is not compared", production, as: "notification")
        file.refuse(
            "app.apple_id", "apple-id-none", "Production data without an Apple id, and one is configured",
            try chain.sign(SamplePayload.notification("TEST", data: ["appAppleId": .null], environment: "Production")),
            trust: one)
        file.accept(
            "apple-id-none-anywhere", "Production data without an Apple id, and none is configured",
            try chain.sign(SamplePayload.notification("TEST", data: ["appAppleId": .null], environment: "Production")),
            as: "notification", trust: trusting(known))
        file.accept(
            "apple-id-as-text", "the Apple id as a numeric text",
            try chain.sign(
                SamplePayload.notification(
                    "TEST", data: ["appAppleId": .string(String(SamplePayload.appAppleId))], environment: "Production")),
            as: "notification", trust: one)
        let sandbox = try chain.sign(SamplePayload.notification("TEST", data: ["appAppleId": 7]))
        file.accept(
            "apple-id-sandbox", "outside Production the Apple id is not compared", sandbox, as: "notification",
            trust: one)
        file.accept(
            "apple-id-sandbox-not-configured", "outside Production no Apple id is needed", sandbox, as: "notification",
            trust: trusting(known))
        file.accept(
            "transaction-production", "a transaction names no Apple id",
            try chain.sign(SamplePayload.transaction(environment: "Production")), trust: one)

        let app = try chain.sign(SamplePayload.appTransaction(environment: "Production"))
        file.accept("app-transaction", "an app transaction of the app", app, as: "app-transaction", trust: one)
        file.refuse(
            "app.bundle_id", "app-transaction-other-app", "an app transaction of another app", app,
            trust: trusting("com.example.other:\(SamplePayload.appAppleId)"))
        file.refuse(
            "app.apple_id", "app-transaction-apple-id", "an app transaction with another Apple id", app,
            trust: trusting("\(known):1"))
        file.accept(
            "renewal-info", "renewal info names no app", try chain.sign(SamplePayload.renewalInfo()),
            as: "renewal-info", trust: trusting("com.example.other"))
        let realtime = try chain.sign(SamplePayload.realtimeRequest(environment: "Production"))
        file.accept(
            "realtime", "a realtime request names the Apple id alone", realtime, as: "realtime-request", trust: one)
        file.accept(
            "realtime-second-app", "a realtime request with the Apple id of the second app", realtime,
            as: "realtime-request", trust: trusting("com.example.other:1", knownWithId))
        file.refuse(
            "app.apple_id", "realtime-other", "a realtime request with another Apple id", realtime,
            trust: trusting("\(known):1"))
        file.refuse(
            "app.apple_id", "realtime-not-configured", "a realtime request, and no Apple id is configured", realtime,
            trust: trusting(known))
        file.accept(
            "realtime-sandbox", "a realtime request from Sandbox with another Apple id",
            try chain.sign(SamplePayload.realtimeRequest()), as: "realtime-request", trust: trusting("\(known):1"))
        file.refuse(
            "app.bundle_id", "app-before-environment", "app and environment are wrong: the app is told first",
            try chain.sign(SamplePayload.transaction(["bundleId": "com.example.other"], environment: "Staging")),
            trust: one)
        return file
    }

    /// The four containers of notifications, and those that nobody knows yet.
    func containers() throws -> VectorFile {
        var file = file("apps/containers.json", "Every container of a notification names app and environment.")
        let one = trusting(knownWithId)
        func sign(_ type: String, _ members: JSONValue) throws -> String {
            try chain.sign(SamplePayload.notification(type).replacing(["data": .null]).replacing(members))
        }
        let sound: JSONValue = [
            "bundleId": .string(known), "appAppleId": .integer(SamplePayload.appAppleId), "environment": "Production",
        ]
        for (container, type) in [("data", "TEST"), ("summary", "RENEWAL_EXTENSION"), ("appData", "RESCIND_CONSENT")] {
            func sign(_ type: String, _ changes: JSONValue) throws -> String {
                try chain.sign(
                    SamplePayload.notification(type).replacing(["data": .null])
                        .replacing(.object([JSONMember(container, sound.replacing(changes))])))
            }
            file.accept("\(container)", "\(type) in \(container)", try sign(type, [:]), as: "notification", trust: one)
            file.refuse(
                "app.bundle_id", "\(container)-other-app", "\(container) names another app",
                try sign(type, ["bundleId": "com.example.other"]), trust: one)
            file.refuse(
                "app.bundle_id", "\(container)-no-app", "\(container) names no app",
                try sign(type, ["bundleId": .null]), trust: one)
            file.refuse(
                "app.bundle_id", "\(container)-no-app-unknown-type", "\(container) of an unknown type names no app",
                try sign("SOMETHING_NEW", ["bundleId": .null]), trust: one)
            file.refuse(
                "app.apple_id", "\(container)-other-apple-id", "\(container) names another Apple id",
                try sign(type, ["appAppleId": 1]), trust: one)
            file.refuse(
                "app.environment", "\(container)-no-environment", "\(container) names no environment",
                try sign(type, ["environment": .null]), trust: one)
            file.refuse(
                "app.environment", "\(container)-no-environment-any-app",
                "\(container) names no environment, and any app is accepted", try sign(type, ["environment": .null]))
            file.accept(
                "\(container)-unknown-type", "an unknown type goes by its container", try sign("SOMETHING_NEW", [:]),
                as: "notification", trust: one)
            file.refuse(
                "app.bundle_id", "\(container)-unknown-type-other-app", "an unknown type goes by its container",
                try sign("SOMETHING_NEW", ["bundleId": "com.example.other"]), trust: one)
        }
        func token(_ id: JSONValue, _ changes: JSONValue = [:]) throws -> String {
            let token: JSONValue = [
                "externalPurchaseId": id, "tokenCreationDate": .integer(SamplePayload.signedDate),
                "appAppleId": .integer(SamplePayload.appAppleId), "bundleId": .string(known),
            ]
            return try sign("EXTERNAL_PURCHASE_TOKEN", ["externalPurchaseToken": token.replacing(changes)])
        }
        let (production, sandbox) = (
            "b2158121-7af9-49d4-9561-1f588205523e", "SANDBOX_b2158121-7af9-49d4-9561-1f588205523e"
        )
        file.accept(
            "token", "an external purchase token of Production", try token(.string(production)), as: "notification",
            trust: one)
        file.accept(
            "token-sandbox", "one of Sandbox, told by its prefix", try token(.string(sandbox), ["appAppleId": 1]),
            as: "notification", trust: one)
        file.refuse(
            "app.environment", "token-sandbox-not-enabled", "one of Sandbox, where Production alone is enabled",
            try token(.string(sandbox)), trust: trusting(knownWithId, environments: ["Production"]))
        file.refuse(
            "app.environment", "token-production-not-enabled", "one of Production, where Sandbox alone is enabled",
            try token(.string(production)), trust: trusting(knownWithId, environments: ["Sandbox"]))
        file.refuse(
            "app.environment", "token-lower-case", "the prefix in small letters is none", try token("sandbox_1"),
            trust: trusting(knownWithId, environments: ["Sandbox"]))
        file.refuse(
            "app.bundle_id", "token-other-app", "a token of another app",
            try token(.string(production), ["bundleId": "com.example.other"]), trust: one)
        file.refuse(
            "app.bundle_id", "token-no-app", "a token that names no app",
            try token(.string(production), ["bundleId": .null]), trust: one)
        file.refuse(
            "app.apple_id", "token-other-apple-id", "a token of Production with another Apple id",
            try token(.string(production), ["appAppleId": 1]), trust: one)

        file.refuse(
            "app.bundle_id", "known-type-no-container", "a known type without a container, and an app is configured",
            try sign("TEST", [:]), trust: one)
        file.refuse(
            "app.bundle_id", "known-type-unknown-container",
            "a known type in an unknown container, and an app is configured", try sign("DID_RENEW", ["newData": sound]),
            trust: one)
        file.accept(
            "known-type-no-container-any-app", "a known type without a container, and any app is accepted",
            try sign("TEST", [:]), as: "notification")
        file.accept(
            "unknown-type-no-container", "an unknown type without a container", try sign("SOMETHING_NEW", [:]),
            as: "notification", trust: one)
        file.accept(
            "unknown-type-unknown-container", "an unknown type in an unknown container",
            try sign("SOMETHING_NEW", ["newData": sound]), as: "notification", trust: one)
        file.accept(
            "unknown-container-beside", "an unknown container beside a known one",
            try sign("DID_RENEW", ["data": sound, "newData": ["bundleId": "com.example.other"]]), as: "notification",
            trust: one)
        return file
    }

    /// The environment is enabled, and no other is taken for it.
    func environments() throws -> VectorFile {
        var file = file(
            "apps/environments.json", "The environment is one of those enabled; none ever counts as another.")
        let samples: [(String, (String) -> JSONValue)] = [
            ("transaction", { SamplePayload.transaction(environment: $0) }),
            ("renewal-info", { SamplePayload.renewalInfo(environment: $0) }),
            ("app-transaction", { SamplePayload.appTransaction(environment: $0) }),
            ("realtime-request", { SamplePayload.realtimeRequest(environment: $0) }),
            ("notification", { SamplePayload.notification("TEST", environment: $0) }),
        ]
        for (kind, payload) in samples {
            for (environment, other) in [("Production", "Sandbox"), ("Sandbox", "Production")] {
                let jws = try chain.sign(payload(environment))
                file.accept(
                    "\(kind)-\(environment)", "\(environment), which alone is enabled", jws, as: kind,
                    trust: trusting(environments: [environment]))
                file.refuse(
                    "app.environment", "\(kind)-\(environment)-not-enabled",
                    "\(environment) where \(other) alone is enabled", jws, trust: trusting(environments: [other]))
            }
            for (name, value) in [
                ("unknown", "Staging"), ("lower-case", "production"), ("empty", ""), ("local-testing", "LocalTesting"),
                ("xcode", "Xcode"),
            ] {
                file.refuse(
                    "app.environment", "\(kind)-\(name)", "the environment is '\(value)'",
                    try chain.sign(payload(value)))
            }
        }
        for (kind, payload, member) in [
            ("transaction", SamplePayload.transaction(), "environment"),
            ("renewal-info", SamplePayload.renewalInfo(), "environment"),
            ("app-transaction", SamplePayload.appTransaction(), "receiptType"),
            ("realtime-request", SamplePayload.realtimeRequest(), "environment"),
        ] {
            file.refuse(
                "app.environment", "\(kind)-none", "no environment is named",
                try chain.sign(payload.replacing(.object([JSONMember(member, .null)]))))
        }
        file.accept(
            "app-transaction-other-name", "the environment under the name that some versions of Xcode write",
            try chain.sign(SamplePayload.appTransaction(["receiptType": .null, "environment": "Sandbox"])),
            as: "app-transaction")
        return file
    }

    /// Data that people sign for their own tests.
    func localTesting() throws -> VectorFile {
        var file = file("apps/local-testing.json", "LocalTesting is accepted under an added root where it is enabled.")
        let local = trusting(environments: ["LocalTesting"])
        file.accept(
            "transaction", "a transaction", try chain.sign(SamplePayload.transaction(environment: "LocalTesting")),
            trust: local)
        file.accept(
            "notification", "a notification",
            try chain.sign(SamplePayload.notification("TEST", environment: "LocalTesting")), as: "notification",
            trust: local)
        file.refuse(
            "app.environment", "not-enabled", "it is not enabled",
            try chain.sign(SamplePayload.transaction(environment: "LocalTesting")))
        file.refuse(
            "app.environment", "production", "Production, where LocalTesting alone is enabled",
            try chain.sign(SamplePayload.transaction(environment: "Production")), trust: local)
        file.refuse(
            "signature.invalid", "bad-signature", "nothing skips the signature, here neither",
            try chain.sign(SamplePayload.transaction(environment: "LocalTesting")).dropLast(4) + "AAAA", trust: local)
        return file
    }
}
