internal import StrictJSON

extension InterfaceDescription {
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
