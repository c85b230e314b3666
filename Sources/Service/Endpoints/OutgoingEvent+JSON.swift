internal import AppStoreModels
internal import EntitlementStorage
internal import Entitlements
internal import StrictJSON

extension OutgoingEvent {
    /// The event as those who listen get it.
    var json: JSONValue {
        [
            "id": .string(id),
            "sequence": .integer(sequence),
            "type": .string(type.rawValue),
            "timestamp": .string(Timestamp(milliseconds: createdAt).description),
            "data": data,
        ]
    }
}
