internal import EntitlementStorage
internal import StrictJSON

extension InterfaceDescription {
    static let link = OperationDescription(
        id: "link", summary: "Links a line, or the download of an app, to a customer of yours.",
        description:
            "Named by an id that is held, or proven by a client's JWS, which is verified. When somebody else has "
            + "it, by a link or by the token that Apple signed, the policy decides and the answer tells: keep leaves it "
            + "with them, transfer takes it from them, share gives it to both, reject answers 409. Every link is kept.",
        parameters: [
            .path("id", "The customer; a UUID counts in lower case, zeros are nobody."),
            .environment("The environment of an id; Production without it. A JWS names its own."),
            .query("bundleId", "The app, should several have the id."),
        ],
        body: [
            (
                json,
                [
                    "type": "object", "additionalProperties": false,
                    "properties": [
                        "originalTransactionId": ["type": "string"], "appTransactionId": ["type": "string"],
                        "signedTransactionInfo": ["type": "string"], "signedAppTransactionInfo": ["type": "string"],
                        "policy": ["enum": .array(LinkPolicy.allCases.map { .string($0.rawValue) })],
                        "appAccountToken": [
                            "type": "string", "description": "a token that is the customer's own: no conflict",
                        ],
                        "by": ["type": "string", "description": "who asks, for the history"],
                    ],
                ]
            )
        ],
        success: ("What was done.", [(json, .schema("LinkAnswer"))]),
        problems: [400, 401, 404, 409, 413, 500, 503])

    static let listLinks = OperationDescription(
        id: "listLinks", summary: "Lists what a customer is or was linked to, with its history.",
        parameters: [
            .path("id", "The customer."), .environment("The environment; Production without it."),
        ],
        success: ("The links.", [(json, .schema("LinkList"))]), problems: [400, 401, 500, 503])

    static let consume = OperationDescription(
        id: "consume", summary: "Uses up credits of a consumable, once.",
        description:
            "The same key with the same transaction and body is answered as it was the first time, with repeated "
            + "set; with anything else it is refused. Of two requests at once, to any number of processes, one gets the "
            + "credit. A refund later takes nothing back: the answers show what had been consumed.",
        parameters: [
            .path("transactionId", "The transaction, verified and held."),
            .init(
                name: "Idempotency-Key", place: "header", isRequired: true,
                description: "A new one for each new request, the same for each repetition.",
                schema: ["type": "string", "minLength": 1, "maxLength": 257]),
            .environment("The environment of the purchase; Production without it."),
            .query("bundleId", "The app, should several have the id."),
        ],
        body: [
            (
                json,
                [
                    "type": "object", "additionalProperties": false,
                    "properties": [
                        "quantity": [
                            "type": ["integer", "null"], "minimum": 1, "maximum": 1_000_000,
                            "description": "how many; all that are left without it",
                        ]
                    ],
                ]
            )
        ], isBodyRequired: false,
        success: ("They are used up, and it is durable.", [(json, .schema("Consumption"))]),
        problems: [400, 401, 404, 409, 413, 422, 500, 503])
}
