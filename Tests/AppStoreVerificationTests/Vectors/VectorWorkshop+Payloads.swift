import JWS
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// `payloads`: what is read of a payload that is known to be signed.
extension VectorWorkshop {
    /// RFC 8259, and no more.
    func payloadJSON() throws -> VectorFile {
        var file = file("payloads/json.json", "The payload is one strict JSON object.")
        let text = JSONWriter().text(payload)
        let members = text.dropFirst().dropLast()
        func sign(_ text: String) throws -> String { try chain.sign(bytes: [UInt8](text.utf8)) }
        func sign(bytes: [UInt8]) throws -> String { try chain.sign(bytes: bytes) }
        func nested(_ levels: Int) -> String {
            "{\(members),\"unknown\":" + String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
                + "}"
        }
        file.accept("spaced", "white space between tokens", try sign(" {\r\n\t\(members)\n} "))
        file.accept(
            "unknown-members", "members that nobody knows yet", try sign(#"{\#(members),"unknown":{"a":[1,null,1e9]}}"#)
        )
        file.accept(
            "escaped", "names and values with escapes",
            try sign(text.replacing("\"environment\":\"S", with: #""\u0065nvironment":"\u0053"#)))
        file.accept("deepest", "64 levels, as deep as is accepted", try sign(nested(63)))
        file.accept("astral", "a surrogate pair", try sign(#"{\#(members),"unknown":"\ud83d\ude00"}"#))
        let broken: [(name: String, comment: String, text: String)] = [
            ("deeper", "65 levels", nested(64)),
            ("very-deep", "20,000 levels", nested(20_000)),
            ("duplicate-name", "the environment stands there twice", #"{\#(members),"environment":"Production"}"#),
            (
                "escaped-duplicate-name", "the environment stands there twice, once with an escape",
                #"{\#(members),"\u0065nvironment":"Production"}"#
            ),
            ("duplicate-unknown", "a name that nobody reads stands there twice", #"{\#(members),"x":1,"x":1}"#),
            ("nested-duplicate", "a name twice inside an unknown object", #"{\#(members),"x":{"y":1,"y":1}}"#),
            ("byte-order-mark", "a byte order mark before the object", "\u{FEFF}\(text)"),
            ("trailing-object", "an object after the object", text + "{}"),
            ("trailing-comma", "a comma after the last member", "{\(members),}"),
            ("unclosed", "the last bracket is missing", "{\(members)"),
            ("array", "an array around the object", "[\(text)]"),
            ("string", "a string that holds the object", JSONWriter().text(.string(text))),
            ("number", "a number", "1"), ("null", "null", "null"), ("blank", "white space only", " \n"),
            ("leading-zero", "a number with a leading zero", #"{\#(members),"x":01}"#),
            ("plus", "a number with a plus", #"{\#(members),"x":+1}"#),
            ("bare-point", "a number that ends in a point", #"{\#(members),"x":1.}"#),
            ("hexadecimal", "a number in hexadecimal digits", #"{\#(members),"x":0x10}"#),
            ("nan", "a number that is none", #"{\#(members),"x":NaN}"#),
            ("single-quotes", "a string in single quotes", "{\(members),\"x\":'y'}"),
            ("control-character", "a line break inside a string", "{\(members),\"x\":\"\n\"}"),
            ("bad-escape", "an escape that does not exist", #"{\#(members),"x":"\x"}"#),
            ("half-a-surrogate", "half a surrogate pair", #"{\#(members),"x":"\udc00"}"#),
            ("comment", "a comment", "{\(members)/* */}"),
            ("xml", "a property list", "<plist/>"),
        ]
        for vector in broken { file.refuse("payload.json", vector.name, vector.comment, try sign(vector.text)) }
        let bytes: [(name: String, comment: String, bytes: [UInt8])] = [
            ("invalid-utf8", "a byte that is not UTF-8", [0xFF]),
            ("overlong-utf8", "a slash in two bytes", [0xC0, 0xAF]),
            ("surrogate-utf8", "half a surrogate pair in three bytes", [0xED, 0xA0, 0x80]),
            ("cut-utf8", "the first of two bytes", [0xC3]), ("null-byte", "a zero byte", [0x00]),
        ]
        for vector in bytes {
            file.refuse(
                "payload.json", vector.name, "a string with \(vector.comment)",
                try sign(bytes: Array("{\(members),\"x\":\"".utf8) + vector.bytes + Array("\"}".utf8)))
        }
        return file
    }

    /// Claims that decide trust are strict; those that entitlements need must be readable; others are tolerated.
    func payloadSchema() throws -> VectorFile {
        var file = file("payloads/schema.json", "Claims have types that can be accepted.")
        let digits = "123456789012345678"
        func with(_ name: String, _ value: JSONValue, in payload: JSONValue) throws -> String {
            var payload = payload
            payload[name] = value
            return try chain.sign(payload)
        }
        let transaction = SamplePayload.transaction()
        let accepted: [(name: String, comment: String, member: String, value: JSONValue)] = [
            ("id-as-number", "an id as a number", "transactionId", 2_000_000_900_000_001),
            (
                "id-of-20-digits", "an id of 20 digits as a number", "originalTransactionId",
                .number(try number(digits + "99"))
            ),
            ("date-as-text", "a date that decides no trust, as a text", "purchaseDate", "1780272000000"),
            ("quantity-as-text", "a whole number as a text", "quantity", "1"),
            ("price-unreadable", "a price that cannot be read counts as absent", "price", ["units": 9]),
            ("unknown-type", "a product type that nobody knows yet", "type", "Rental"),
            ("expiry-null", "a date that is null", "expiresDate", .null),
            (
                "fractions", "a date with a fraction, as Xcode writes", "expiresDate",
                .number(try number("1782858395000.7297"))
            ),
        ]
        for vector in accepted {
            file.accept(vector.name, vector.comment, try with(vector.member, vector.value, in: transaction))
        }
        let refused: [(name: String, comment: String, member: String, value: JSONValue)] = [
            ("signed-date-text", "the signing date as a text", "signedDate", "1780272000000"),
            ("signed-date-negative", "a signing date before 1970", "signedDate", -1),
            ("signed-date-huge", "a signing date beyond 64 bits", "signedDate", .number(try number("1e300"))),
            ("signed-date-boolean", "the signing date is true", "signedDate", true),
            ("signed-date-object", "the signing date in an object", "signedDate", ["ms": 1]),
            ("environment-number", "the environment as a number", "environment", 1),
            ("environment-array", "the environment in an array", "environment", ["Sandbox"]),
            ("bundle-id-number", "the bundle id as a number", "bundleId", 1),
            ("bundle-id-boolean", "the bundle id is false", "bundleId", false),
            ("transaction-id-object", "the transaction id in an object", "transactionId", ["id": "1"]),
            ("purchase-date-word", "the purchase date as a word", "purchaseDate", "yesterday"),
            ("expires-date-boolean", "the end of the period is true", "expiresDate", true),
            ("revocation-date-array", "the revocation date in an array", "revocationDate", [1]),
            ("type-number", "the product type as a number", "type", 3),
            ("upgraded-text", "whether it was upgraded, as a text", "isUpgraded", "true"),
            ("line-item-array", "the period's id in an array", "webOrderLineItemId", ["1"]),
        ]
        for vector in refused {
            file.refuse(
                "payload.schema", "transaction-\(vector.name)", vector.comment,
                try with(vector.member, vector.value, in: transaction))
        }
        let renewal = SamplePayload.renewalInfo()
        file.refuse(
            "payload.schema", "renewal-grace-word", "the end of grace as a word",
            try with("gracePeriodExpiresDate", "soon", in: renewal))
        file.refuse(
            "payload.schema", "renewal-retry-number", "billing retry as a number",
            try with("isInBillingRetryPeriod", 1, in: renewal))
        let app = SamplePayload.appTransaction()
        file.refuse(
            "payload.schema", "app-creation-date-text", "the creation date as a text",
            try with("receiptCreationDate", "1780272000000", in: app))
        file.refuse(
            "payload.schema", "app-creation-date-negative", "a creation date before 1970",
            try with("receiptCreationDate", .number(try number("-0.5")), in: app))
        file.refuse(
            "payload.schema", "app-receipt-type-number", "the environment as a number",
            try with("receiptType", 0, in: app))
        file.refuse(
            "payload.schema", "app-two-environments", "two names of the environment that disagree",
            try with("environment", "Production", in: app))
        file.accept(
            "app-one-environment-twice", "two names of the environment that agree",
            try with("environment", "Sandbox", in: app), as: "app-transaction")

        let notification = SamplePayload.notification()
        for (name, comment, member, value) in [
            ("type-number", "the type as a number", "notificationType", 1 as JSONValue),
            ("uuid-number", "the id as a number", "notificationUUID", 1), ("data-text", "data as a text", "data", "{}"),
            ("data-array", "data in an array", "data", [["bundleId": "com.example.app"]]),
            ("signed-date-text", "the signing date as a text", "signedDate", "1780272000000"),
            ("summary-beside-data", "two containers at once", "summary", ["environment": "Sandbox"]),
            (
                "token-beside-data", "two containers at once", "externalPurchaseToken",
                ["externalPurchaseId": "SANDBOX_1"]
            ),
            ("app-data-beside-data", "two containers at once", "appData", [:]),
        ] {
            file.refuse("payload.schema", "notification-\(name)", comment, try with(member, value, in: notification))
        }
        file.refuse(
            "payload.schema", "notification-no-type", "no type",
            try chain.sign(notification.replacing(["notificationType": .null])))
        file.refuse(
            "payload.schema", "notification-no-uuid", "no id",
            try chain.sign(notification.replacing(["notificationUUID": .null])))
        for (name, comment, value) in [
            ("status-word", "the status as a word", ["status": "active"] as JSONValue),
            ("apple-id-word", "the Apple id as a word", ["appAppleId": "one"]),
            ("environment-number", "the environment as a number", ["environment": 1]),
            ("bundle-id-object", "the bundle id in an object", ["bundleId": ["id": "com.example.app"]]),
            ("nested-number", "a signed payload inside as a number", ["signedTransactionInfo": 1]),
        ] {
            file.refuse(
                "payload.schema", "data-\(name)", comment, try chain.sign(SamplePayload.notification(data: value)))
        }
        file.accept(
            "status-as-text", "the status as a numeric text",
            try chain.sign(SamplePayload.notification(data: ["status": "1"])), as: "notification")
        file.accept(
            "apple-id-as-text", "the Apple id as a numeric text",
            try chain.sign(SamplePayload.notification(data: ["appAppleId": "1234567890"])), as: "notification")
        var null = notification
        null["summary"] = JSONValue.null
        file.accept("other-container-null", "a second container that is null", try chain.sign(null), as: "notification")
        return file
    }

    private func number(_ text: String) throws -> JSONNumber {
        guard let number = JSONNumber(text: text) else { throw VerificationVector.FormatError("\(text) is no number") }
        return number
    }

    /// The kind is told from the claims, and compared with the one that is asked for.
    func payloadKinds() throws -> VectorFile {
        var file = file("payloads/kinds.json", "The kind is detected from the claims, and must be the one asked for.")
        let samples: [(kind: String, payload: JSONValue)] = [
            ("notification", SamplePayload.notification()), ("transaction", SamplePayload.transaction()),
            ("renewal-info", SamplePayload.renewalInfo()), ("app-transaction", SamplePayload.appTransaction()),
            ("realtime-request", SamplePayload.realtimeRequest()),
        ]
        for sample in samples {
            let jws = try chain.sign(sample.payload)
            file.accept(sample.kind, "whatever it is: a \(sample.kind)", jws, as: sample.kind)
            for wanted in samples.map(\.kind) {
                if wanted == sample.kind {
                    file.accept("\(sample.kind)-as-\(wanted)", "the kind asked for", jws, as: sample.kind, kind: wanted)
                } else {
                    file.refuse(
                        "payload.kind", "\(sample.kind)-as-\(wanted)",
                        "a \(sample.kind) where a \(wanted) is asked for", jws, kind: wanted)
                }
            }
        }
        let strangers: [(name: String, comment: String, payload: JSONValue)] = [
            ("empty-object", "an object without members", [:]),
            (
                "account-event", "an event of Sign in with Apple",
                ["iss": "https://appleid.apple.com", "aud": "com.example.app", "events": "{}"]
            ),
            (
                "api-token", "the claims of an API token",
                ["iss": "issuer", "iat": 1, "aud": "appstoreconnect-v1", "bid": "com.example.app"]
            ),
            ("wrapped", "a transaction in an object", ["payload": SamplePayload.transaction()]),
            ("capitals", "names in capitals", ["TransactionId": "1", "BundleId": "com.example.app"]),
        ]
        for vector in strangers {
            file.refuse("payload.kind", vector.name, vector.comment, try chain.sign(vector.payload))
        }
        file.refuse(
            "payload.schema", "broken-before-kind",
            "a broken transaction where a notification is asked for: the claims come first",
            try chain.sign(SamplePayload.transaction(["bundleId": 1])), kind: "notification")
        return file
    }
}
