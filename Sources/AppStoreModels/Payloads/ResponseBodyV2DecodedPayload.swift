public import StrictJSON

/// A server notification of version 2: what happened, and the signed objects that say it.
///
/// At most one container is present. A container nobody knows yet does no harm; see `unknownContainers`.
public struct ResponseBodyV2DecodedPayload: AppStorePayload {
    /// Which of the signed payloads it is.
    public static let kind = PayloadKind.notification
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        let containers = Container.allCases.filter { json.present($0.rawValue) != nil }
        guard containers.count < 2 else {
            throw PayloadSchemaError(
                path: "", expected: "an object with one container",
                found: containers.map(\.rawValue).joined(separator: " and "))
        }
        self.json = json
    }

    /// What exactly happened; absent when the type has no subtypes.
    public var subtype: NotificationSubtype? { enumeration("subtype") }
    /// The version of the format, always `2.0` so far.
    public var version: String? { string("version") }
    /// The moment of signing, the same in every retry.
    public var signedDate: Timestamp? { date("signedDate") }
    /// The container for purchases and subscriptions.
    public var data: NotificationData? { object("data") }
    /// The container that sums up a mass extension of renewal dates.
    public var summary: NotificationSummary? { object("summary") }
    /// The container for tokens of purchases outside the App Store.
    public var externalPurchaseToken: ExternalPurchaseToken? { object("externalPurchaseToken") }
    /// The container for what concerns the app as a whole.
    public var appData: NotificationAppData? { object("appData") }

    /// What happened.
    public var notificationType: NotificationType {
        // Present and a string: `init` has seen to it.
        enumeration("notificationType") ?? NotificationType(rawValue: "")
    }

    /// The id of the notification, the same in every retry; a UUID as text.
    public var notificationUUID: String {
        // Present and a string: `init` has seen to it.
        key("notificationUUID") ?? ""
    }
}

extension ResponseBodyV2DecodedPayload {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .enumeration("notificationType", \Self.notificationType, .essential, required: true),
        .enumeration("subtype", \Self.subtype),
        .key("notificationUUID", \Self.notificationUUID, .essential, required: true),
        .string("version", \Self.version, required: true),
        .date("signedDate", \Self.signedDate, .trusted, required: true),
        .object("data", \Self.data, .essential),
        .object("summary", \Self.summary, .essential),
        .object("externalPurchaseToken", \Self.externalPurchaseToken, .essential),
        .object("appData", \Self.appData, .essential),
    ]
}
