internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import JWS
internal import StrictJSON

/// Shows one notification: what it says, as it came, and what became of it, and why.
struct NotificationLookup: Endpoint {
    static let operation = Operation(
        method: "GET", path: "/v1/notifications/{uuid}", statuses: [200, 404, 500, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let uuid = request.values["uuid"] ?? ""
        let rows = try await parts.store.asking { store throws(StoreError) in
            try await store.notification(uuid: uuid)
        }
        guard !rows.isEmpty else {
            throw Problem(
                404, "notification.unknown", "no notification with this UUID was verified",
                hint: "what was rejected is listed by /v1/notifications?outcome=rejected")
        }
        return .json([
            "notificationUUID": .string(uuid), "deliveries": .array(rows.map(NotificationLookup.json)),
        ])
    }

    /// A row with its JWS, decoded and word for word.
    static func json(_ row: NotificationText) -> JSONValue {
        var json = row.record.json
        json["why"] = .string(why(row.record))
        json["decoded"] = decoded(row.text.payload)
        json["nested"] = .object(
            nested(row.text.payload).map { JSONMember($0, decoded(payload(ofJWS: $1))) })
        json["nestedVerified"] = .boolean(row.record.outcome != .quarantined)
        json["raw"] = .string(String(decoding: row.text.compact, as: UTF8.self))
        return json
    }

    /// What became of a notification, in words.
    private static func why(_ record: NotificationRecord) -> String {
        let flag = record.isFlagged ? "; another payload was held under the same UUID" : ""
        switch record.outcome {
        case .applied: return "a statement in it was new, or newer than the one held" + flag
        case .superseded: return "every statement in it was older than the one held, or the same" + flag
        case .recorded: return "verified, with nothing about a purchase inside" + flag
        case .quarantined:
            let failure = record.failure.map { "\($0.path ?? "something inside"): \($0.message)" } ?? "something inside"
            let later = record.resolvedBy.map { "; verified later as number \($0)" } ?? "; nothing of it was merged"
            return failure + later
        case .duplicate: return "held already"
        case .rejected: return "not verified"
        }
    }

    private static func decoded(_ payload: [UInt8]?) -> JSONValue {
        guard let payload, let document = try? JSONDocument(parsing: payload) else { return .null }
        return .node(document.root)
    }

    private static func payload(ofJWS text: String) -> [UInt8]? { try? CompactJWS(parsing: Array(text.utf8)).payload }

    /// The JWS inside, by the names of answers.
    private static func nested(_ payload: [UInt8]) -> [(String, String)] {
        guard let root = try? JSONDocument(parsing: payload).root else { return [] }
        let places = [
            ("transaction", root["data"]?["signedTransactionInfo"]),
            ("renewalInfo", root["data"]?["signedRenewalInfo"]),
            ("appTransaction", root["appData"]?["signedAppTransactionInfo"]),
        ]
        return places.compactMap { name, node in (node?.string).map { (name, $0) } }
    }
}
