internal import StrictJSON

extension InterfaceDescription {
    /// The operations by path and method.
    static let paths: JSONValue = [
        "/v1/notifications": ["post": takeNotification.json, "get": listNotifications.json],
        "/v1/notifications/{uuid}": ["get": showNotification.json],
        "/v1/transactions": ["post": takeTransaction.json],
        "/v1/receipts": ["post": checkReceipt.json],
        "/v1/verify": ["post": verify.json],
        "/v1/purchases/{transactionId}/consume": ["post": consume.json],
        "/v1/customers/{id}/entitlements": ["get": customer.json],
        "/v1/customers/{id}/links": ["put": link.json, "get": listLinks.json],
        "/v1/subscriptions/{originalTransactionId}": ["get": subscription.json],
        "/v1/events": ["get": listEvents.json],
        "/v1/events/stream": ["get": streamEvents.json],
        "/metrics": ["get": metrics.json],
        "/livez": ["get": liveness.json],
        "/readyz": ["get": readiness.json],
        "/openapi.json": ["get": description.json],
    ]

    static let json = "application/json"

    private static let takeNotification = OperationDescription(
        id: "takeNotification", summary: "Takes a notification from the App Store.",
        description: "Status 200 comes after the commit. Bodies of version 1 and events of Sign in with Apple are kept "
            + "apart, labelled, and answered 200 as well, since sending them again would change nothing. A query is "
            + "ignored.",
        body: [(json, .schema("NotificationBody"))],
        success: ("It is durable.", [(json, .schema("NotificationReceipt"))]),
        problems: [400, 413, 415, 500, 503], isPublic: true)

    private static let takeTransaction = OperationDescription(
        id: "takeTransaction", summary: "Takes a signed transaction that a client holds.",
        description: "For the moment before its notification arrives; both meet in one line.",
        body: [
            (json, ["type": "object", "properties": ["signedTransactionInfo": ["type": "string"]]]),
            ("text/plain", ["type": "string", "description": "the JWS alone"]),
        ],
        success: ("It is durable.", [(json, .schema("TransactionReceipt"))]),
        problems: [400, 401, 413, 500, 503])

    private static let checkReceipt = OperationDescription(
        id: "checkReceipt", summary: "Verifies an app receipt (PKCS#7) and answers what it proves.",
        description: "Nothing is stored: a receipt tells what was bought when it was made, and its ids are where to "
            + "ask on. The body is the receipt in its bytes or in base64, or an object with receipt-data. A receipt "
            + "without in-app purchases is answered 400 with the code receipt.no_purchase; /v1/verify takes such a one "
            + "too. With reconcile=true its original transaction ids are handed to what asks the App Store in the "
            + "background; 409 where the service has no section reconcile.",
        parameters: [
            .query(
                "reconcile", "Whether the App Store is asked about its ids in the background.",
                ["enum": ["true", "false"]])
        ],
        body: [
            (json, ["type": "object", "properties": ["receipt-data": ["type": "string"]]]),
            ("text/plain", ["type": "string", "description": "the receipt in base64"]),
            ("application/octet-stream", ["type": "string", "description": "the receipt in its bytes"]),
        ],
        success: ("It is genuine.", [(json, .schema("ReceiptAnswer"))]),
        problems: [400, 401, 409, 413])

    private static let verify = OperationDescription(
        id: "verify", summary: "Verifies signed data and keeps nothing of it.",
        description: "The body is a JWS, or an object with signedPayload, signedTransactionInfo, signedRenewalInfo, "
            + "signedAppTransactionInfo or signedTransaction; or an app receipt, whose kind is receipt. The judgement is "
            + "in the answer: status 200 says only that there is one.",
        parameters: [
            .query(
                "kind", "The kind that is wanted; any without it.",
                ["enum": ["notification", "transaction", "renewal-info", "app-transaction", "realtime-request"]])
        ],
        body: [
            (json, ["type": "object", "additionalProperties": ["type": "string"]]),
            ("text/plain", ["type": "string", "description": "the JWS alone"]),
        ],
        success: ("The judgement.", [(json, .schema("VerificationAnswer"))]),
        problems: [400, 401, 413])

    private static let customer = OperationDescription(
        id: "customerEntitlements", summary: "Answers what a customer may use, and why.",
        parameters: [
            .path(
                "id",
                "An appAccountToken, appTransactionId, originalTransactionId or transactionId, or a customer that "
                    + "something is linked to."),
            .at, .environment("The environment asked about; Production without it."),
        ],
        success: ("The answer.", [(json, .schema("CustomerAnswer"))]),
        problems: [400, 401, 404, 500, 503])

    private static let subscription = OperationDescription(
        id: "subscription", summary: "Answers how a line of purchases stands, and why.",
        parameters: [
            .path("originalTransactionId", "The id of the line."),
            .at, .environment("The environment asked about; Production without it."),
        ],
        success: ("The answer.", [(json, .schema("LineAnswer"))]),
        problems: [400, 401, 404, 500, 503])

    private static let listNotifications = OperationDescription(
        id: "listNotifications", summary: "Lists the notifications that came.",
        description: "With outcome=rejected it lists what was not verified: oldest first, selected by after and limit "
            + "alone, with sequence numbers of its own.",
        parameters: [
            .query(
                "after", "Go on after this sequence number, in the order of the listing.",
                ["type": "integer", "format": "int64", "minimum": 0]),
            .query(
                "limit", "The greatest number of rows.",
                ["type": "integer", "minimum": 1, "maximum": 500, "default": 100]),
            .query("order", "Which rows come first.", ["enum": ["oldest", "newest"], "default": "oldest"]),
            .environment("Only this environment."),
            .query("bundleId", "Only this app."),
            .query("type", "Only this notificationType."),
            .query(
                "outcome", "Only this outcome.",
                ["enum": ["applied", "superseded", "recorded", "quarantined", "rejected"]]),
        ],
        success: ("A page.", [(json, .schema("NotificationPage"))]),
        problems: [400, 401, 500, 503])

    private static let showNotification = OperationDescription(
        id: "showNotification", summary: "Shows a notification: decoded, as it came, and what became of it.",
        parameters: [.path("uuid", "The notificationUUID.")],
        success: ("Every payload that came under the UUID.", [(json, .schema("NotificationDetail"))]),
        problems: [401, 404, 500, 503])

    private static let listEvents = OperationDescription(
        id: "listEvents", summary: "Lists what has changed, in one order for all readers.",
        description:
            "A reader keeps the last next it was given and asks again with it as after: no event is passed by, "
            + "whenever its transaction was committed. Events can be forgotten (storekeeper store prune): a reader whose "
            + "place is older than that, or one that this store never gave, is answered 410, and takes the answers anew "
            + "before it reads on without after.",
        parameters: [
            eventsAfter,
            .query(
                "limit", "The greatest number of events.",
                ["type": "integer", "minimum": 1, "maximum": 500, "default": 100]),
        ] + eventFilters,
        success: ("A page.", [(json, .schema("EventPage"))]),
        problems: [400, 401, 410, 500, 503])

    private static let streamEvents = OperationDescription(
        id: "streamEvents", summary: "Sends what changes as it changes, as server-sent events.",
        description:
            "Each event has its sequence number as id, its type as event, and as data what listEvents gives, in one "
            + "line of JSON: the schema is that of one event, its fields taken together. A "
            + "field Last-Event-ID, which browsers send when they connect again, counts before the parameter after. A "
            + "comment now and then keeps the connection open. When the store fails the stream ends: connect again.",
        parameters: [eventsAfter] + eventFilters,
        success: ("Events without end.", [("text/event-stream", .schema("StreamedEvent"))]),
        problems: [400, 401, 410, 500, 503])

    private static let eventsAfter = OperationDescription.Parameter.query(
        "after", "Go on after this sequence number; without it the first event that is kept comes first.",
        ["type": "integer", "format": "int64", "minimum": 0])

    private static let eventFilters: [OperationDescription.Parameter] = [
        .query("types", "Only these types, with commas between them."),
        .environment("Only this environment."),
        .query("bundleId", "Only this app."),
    ]

    private static let metrics = OperationDescription(
        id: "metrics", summary: "Shows counters and gauges for Prometheus.",
        success: ("The text format, version 0.0.4.", [("text/plain", ["type": "string"])]), problems: [401])

    private static let liveness = OperationDescription(
        id: "liveness", summary: "Says that the process answers.",
        success: ("It does.", [(json, ["type": "object", "properties": ["live": ["const": true]]])]), isOpen: true)

    private static let readiness = OperationDescription(
        id: "readiness", summary: "Says whether notifications can be taken now, and what is trusted.",
        success: ("They can.", [(json, .schema("Readiness"))]), problems: [401],
        others: [(503, "The store cannot be used now.", [(json, .schema("Readiness"))])])

    private static let description = OperationDescription(
        id: "description", summary: "Shows this document.",
        success: ("The document.", [(json, ["type": "object"])]), problems: [401])
}
