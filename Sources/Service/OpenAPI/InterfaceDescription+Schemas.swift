internal import Entitlements
internal import StrictJSON

extension InterfaceDescription {
    /// The schemas by name.
    static let schemas: JSONValue = [
        "Problem": object(
            [
                ("type", text("always about:blank: the code tells problems apart")),
                ("title", text("the status in words")),
                ("status", integer("the status")), ("code", text("stable and dotted, such as signature.invalid")),
                ("stage", text("the part of the code before the dot")), ("detail", text("one sentence")),
                ("expected", text("what would have passed")), ("got", text("what was found")),
                ("hint", text("the next step")), ("path", text("where inside, such as data.signedTransactionInfo")),
            ], required: ["type", "title", "status", "code", "stage", "detail"]),
        "NotificationBody": object(
            [("signedPayload", text("the JWS of a notification"))], required: ["signedPayload"]),
        "NotificationReceipt": object(
            [
                ("outcome", outcome), ("code", text("why it was quarantined or rejected")),
                ("path", text("where inside")), ("label", text("what it is, when it is no notification of version 2")),
            ], required: ["outcome"]),
        "TransactionReceipt": object(
            [
                ("outcome", outcome), ("environment", nullable("string")), ("bundleId", nullable("string")),
                ("originalTransactionId", nullable("string")), ("transactionId", nullable("string")),
                ("productId", nullable("string")),
            ]),
        "ReceiptAnswer": object(
            [
                ("environment", text("Production, Sandbox or Xcode")), ("bundleId", text("the app")),
                ("applicationVersion", nullable("string")), ("originalApplicationVersion", nullable("string")),
                ("receiptCreationDate", time),
                ("originalTransactionIds", array(text("each once, in the order of the receipt"))),
                ("purchases", array(.schema("ReceiptPurchase"))),
                ("handedOver", integer("ids the App Store is asked about; only with reconcile=true")),
            ],
            required: [
                "environment", "bundleId", "applicationVersion", "originalApplicationVersion", "receiptCreationDate",
                "originalTransactionIds", "purchases",
            ]),
        "ReceiptPurchase": object(
            [
                ("productId", text("the product")), ("transactionId", text("the transaction")),
                ("originalTransactionId", text("the line; Xcode leaves it out")), ("purchaseDate", time),
                ("originalPurchaseDate", time), ("expiresDate", time), ("cancellationDate", time),
                ("quantity", integer("how many")), ("webOrderLineItemId", text("the period; 0 for none")),
                ("isInIntroOfferPeriod", ["type": "boolean"]),
            ], required: ["productId", "transactionId"]),
        "VerificationAnswer": [
            "oneOf": [
                object(
                    [
                        ("ok", ["const": true]), ("kind", text("the kind")), ("environment", nullable("string")),
                        ("payload", anyObject("the payload word for word")),
                        ("nested", anyObject("transaction, renewalInfo and appTransaction, where they are inside")),
                        ("revocation", anyObject("policy, and what is known of each certificate, where it is asked")),
                    ], optional: ["revocation"]),
                object(
                    [
                        ("ok", ["const": false]), ("code", text("the first check that failed")),
                        ("stage", text("the part of the code before the dot")), ("message", text("one sentence")),
                        ("expected", text("what would have passed")), ("got", text("what was found")),
                        ("hint", text("the next step")), ("path", text("where inside")),
                        ("revocation", anyObject("policy, and what is known of each certificate, where it is asked")),
                    ], required: ["ok", "code", "stage", "message"]),
            ]
        ],
        "CustomerAnswer": object(
            [
                ("customer", text("the id asked for")), ("environment", text("the environment")), ("at", time),
                ("entitlements", array(.schema("NamedEntitlement"))), ("lines", array(.schema("Entitlement"))),
                ("conflicts", array(.schema("Entitlement"))),
            ]),
        "LineAnswer": object(
            [
                ("originalTransactionId", text("the id asked for")), ("environment", text("the environment")),
                ("at", time), ("lines", array(.schema("Entitlement"))),
                (
                    "statusDifferences",
                    array(object([("status", integer("Apple's status")), ("state", text("the answer at its time"))]))
                ),
            ]),
        "NamedEntitlement": object(
            [
                ("name", text("the configured name, or the id of the group or product")),
                ("entitled", ["type": "boolean"]), ("state", state), ("until", nullable("integer")),
                ("environment", text("the environment")), ("bundleId", text("the app")),
                ("originalTransactionId", text("the line")), ("transactionId", nullable("string")),
                ("productId", nullable("string")),
            ]),
        "Entitlement": entitlement,
        "LinkAnswer": object(
            [
                ("environment", text("the environment")), ("bundleId", text("the app")),
                ("originalTransactionId", nullable("string")), ("appTransactionId", nullable("string")),
                ("customer", text("the customer")),
                ("outcome", ["enum": ["claimed", "transferred", "shared", "unchanged", "kept"]]),
                ("policy", ["enum": ["keep", "transfer", "share", "reject"]]),
                ("conflict", anyObject("customers: who else has it, or had it before")),
            ], optional: ["conflict"]),
        "LinkList": object(
            [
                ("customer", text("the customer")), ("environment", text("the environment")),
                (
                    "links",
                    array(
                        object([
                            ("environment", text("the environment")), ("bundleId", text("the app")),
                            ("originalTransactionId", nullable("string")), ("appTransactionId", nullable("string")),
                            ("linked", ["type": "boolean"]), ("customers", array(["type": "string"])),
                            (
                                "exclusive",
                                ["type": "boolean", "description": "whether signed tokens do not count any more"]
                            ), ("history", array(anyObject("at, action, customer, by and before"))),
                        ]))
                ),
            ]),
        "Consumption": object(
            [
                ("transactionId", text("the transaction")), ("originalTransactionId", text("its line")),
                ("environment", text("the environment")), ("bundleId", text("the app")),
                ("credited", integer("how many this request used up: what the customer is to be given")),
                ("quantity", integer("how many were bought")),
                ("consumed", integer("how many were used up after this request")),
                ("remaining", integer("how many were left after this request")), ("at", time),
                ("repeated", ["type": "boolean", "description": "whether the same request was answered before"]),
            ]),
        "NotificationPage": object(
            [
                (
                    "notifications",
                    array(["anyOf": [.schema("NotificationRow"), .schema("RejectedRow")]])
                ),
                ("next", nullable("string", "the value for after; null on the last page")),
            ]),
        "EventPage": object(
            [
                ("events", array(.schema("Event"))),
                ("next", text("the value for after, whether there is more now or not")),
            ]),
        "Event": object(
            [
                ("id", text("stays the same however often it is delivered: the key for idempotency")),
                ("sequence", integer("place in the one order for all readers")), ("type", eventType),
                ("timestamp", ["type": "string", "format": "date-time"]), ("data", .schema("EventData")),
            ]),
        // Before version 3.2 of OpenAPI has words for streams, the schema describes each event.
        "StreamedEvent": object(
            [
                ("id", text("the sequence number")), ("event", eventType),
                (
                    "data",
                    [
                        "type": "string", "contentMediaType": "application/json", "contentSchema": .schema("Event"),
                    ]
                ),
            ]),
        "EventData": object(
            [
                ("environment", text("the environment")), ("bundleId", text("the app")),
                ("inferred", ["type": "boolean", "description": "whether the clock alone brought the change"]),
                ("originalTransactionId", text("the line; absent where there is none")),
                ("version", integer("grows with every change of the line: keep the newest")),
                ("appAccountToken", text("the line's customer")),
                ("answer", .schema("Entitlement")), ("transactionId", text("the transaction meant")),
                ("notification", anyObject("notificationUUID, notificationType, subtype and signedDate of the cause")),
                ("outcome", text("what became of the notification; of notification.recorded only")),
                ("realm", text("the certificate's fingerprint; of Xcode data only")),
            ], required: ["environment", "bundleId", "inferred"]),
        "NotificationRow": row(more: []),
        "NotificationDetail": object(
            [
                ("notificationUUID", text("the UUID asked for")),
                (
                    "deliveries",
                    array(
                        row(more: [
                            ("why", text("what became of it, in words")), ("decoded", anyObject("the payload")),
                            ("nested", anyObject("the payloads inside, decoded")),
                            ("nestedVerified", ["type": "boolean"]), ("raw", text("the JWS byte for byte")),
                        ]))
                ),
            ]),
        "RejectedRow": object(
            [
                ("sequence", integer("place in the order of arrival")), ("receivedAt", time),
                ("source", text("app-store, client or ingest")), ("outcome", ["const": "rejected"]),
                ("code", text("the first check that failed")), ("message", text("one sentence")),
                ("label", nullable("string")), ("bytes", integer("the length of what came")),
            ]),
        "Readiness": object(
            [
                ("ready", ["type": "boolean"]), ("store", anyObject("ok, code and message")),
                ("apps", array(anyObject("bundleId and appAppleId"))), ("environments", array(["type": "string"])),
                ("clock", text("signed, now or an instant")), ("revocation", text("off, soft or hard")),
                ("anchors", array(.schema("Anchor"))),
                ("xcodeCertificates", array(.schema("Anchor"))),
                ("warnings", array(anyObject("setting, problem and hint"))),
            ]),
        "Anchor": object(
            [
                ("subject", text("the certificate's name")), ("sha256", text("its fingerprint")), ("notAfter", time),
                ("daysLeft", integer("whole days until it expires")), ("builtIn", ["type": "boolean"]),
                ("mayVouchForProduction", ["type": "boolean"]),
            ]),
    ]

    private static let entitlement = object(
        [
            ("environment", text("the environment")), ("bundleId", text("the app")),
            ("originalTransactionId", text("the line")), ("type", nullable("string")),
            ("productId", nullable("string")), ("subscriptionGroupIdentifier", nullable("string")),
            ("transactionId", nullable("string")), ("state", state), ("entitled", ["type": "boolean"]),
            ("purchaseDate", nullable("integer")), ("expiresDate", nullable("integer")),
            ("gracePeriodExpiresDate", nullable("integer")), ("revocationDate", nullable("integer")),
            ("autoRenewStatus", nullable("integer")), ("autoRenewProductId", nullable("string")),
            ("appAccountToken", nullable("string")), ("appTransactionId", nullable("string")),
            ("revokedTransactionIds", array(["type": "string"])), ("until", nullable("integer")),
            ("because", anyObject("rule, facts and flags")),
            ("realm", text("the certificate's fingerprint; of Xcode data only")),
            ("quantity", integer("how many were bought; of consumables only")),
            ("consumed", integer("how many were used up; of consumables only, and not in events")),
            ("remaining", integer("how many are left; of consumables only, and not in events")),
        ], optional: ["realm", "quantity", "consumed", "remaining"])

    private static func row(more: [(String, JSONValue)]) -> JSONValue {
        object(
            [
                ("sequence", integer("place in the log")), ("notificationUUID", text("the UUID")),
                ("notificationType", text("what happened")), ("subtype", nullable("string")),
                ("environment", text("empty where the payload names none")),
                ("bundleId", text("empty where the payload names none")), ("signedDate", time), ("receivedAt", time),
                ("source", text("app-store, client or ingest")), ("outcome", outcome), ("flagged", ["type": "boolean"]),
                ("failure", ["type": ["object", "null"]]), ("resolvedBy", nullable("integer")),
                ("digest", text("SHA-256 of the payload")),
                ("realm", text("the certificate's fingerprint; of Xcode data only")),
            ] + more, optional: ["realm"])
    }

    private static let outcome: JSONValue = [
        "enum": ["applied", "duplicate", "superseded", "recorded", "quarantined", "rejected"]
    ]
    private static let eventType: JSONValue = [
        "enum": .array(EntitlementEventType.allCases.map { .string($0.rawValue) })
    ]
    private static let state: JSONValue = [
        "enum": ["active", "gracePeriod", "billingRetry", "expired", "revoked", "unknown", "credited"]
    ]
    private static let time: JSONValue = [
        "type": "integer", "format": "int64", "description": "milliseconds since 1970",
    ]

    private static func text(_ description: String) -> JSONValue {
        ["type": "string", "description": .string(description)]
    }

    private static func integer(_ description: String) -> JSONValue {
        ["type": "integer", "format": "int64", "description": .string(description)]
    }

    private static func anyObject(_ description: String) -> JSONValue {
        ["type": "object", "description": .string(description)]
    }

    private static func nullable(_ type: String, _ description: String? = nil) -> JSONValue {
        var schema: JSONValue = ["type": [.string(type), "null"]]
        if let description { schema["description"] = .string(description) }
        return schema
    }

    private static func array(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

    private static func object(
        _ properties: [(String, JSONValue)], required: [String]? = nil, optional: [String] = []
    ) -> JSONValue {
        let names = required ?? properties.map(\.0).filter { !optional.contains($0) }
        return [
            "type": "object",
            "properties": .object(properties.map { JSONMember($0, $1) }),
            "required": .array(names.map(JSONValue.string)),
        ]
    }
}
