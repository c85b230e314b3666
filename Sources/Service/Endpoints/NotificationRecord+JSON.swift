internal import EntitlementStorage
internal import Entitlements
internal import StrictJSON

extension NotificationRecord {
    /// The row for listings; absent values are `null`.
    var json: JSONValue {
        var json: JSONValue = [
            "sequence": .integer(sequence),
            "notificationUUID": .string(header.uuid),
            "notificationType": .string(header.type),
            "subtype": .optional(header.subtype),
            "environment": .string(scope.environment),
            "bundleId": .string(scope.bundleId),
            "signedDate": .integer(header.signedDate),
            "receivedAt": .integer(receivedAt),
            "source": .string(source.rawValue),
            "outcome": .string(outcome.rawValue),
            "flagged": .boolean(isFlagged),
            "failure": failure?.json ?? .null,
            "resolvedBy": .optional(resolvedBy),
            "digest": .string(header.digest.hexadecimal),
        ]
        if !scope.realm.isEmpty { json["realm"] = .string(scope.realm) }
        return json
    }
}

extension DeliveryFailure {
    /// What was wrong inside.
    var json: JSONValue {
        ["code": .string(code), "path": .optional(path), "message": .string(message)]
    }
}

extension RejectedRecord {
    /// The row for listings, without the bytes that came.
    var json: JSONValue {
        [
            "sequence": .integer(sequence),
            "receivedAt": .integer(input.receivedAt),
            "source": .string(input.source.rawValue),
            "outcome": "rejected",
            "code": .string(input.code),
            "message": .string(input.message),
            "label": .optional(input.label),
            "bytes": .integer(input.body.count),
        ]
    }
}
