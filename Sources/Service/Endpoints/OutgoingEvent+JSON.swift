internal import AppStoreModels
internal import EntitlementStorage
internal import Entitlements
internal import StrictJSON

extension OutgoingEvent {
    /// The event as those who listen get it.
    var json: JSONValue {
        // What the store wrote is JSON; should the disk say otherwise, the event still has its name and place.
        let data = (try? JSONDocument(parsing: data)).map { JSONValue($0.root) } ?? .null
        return [
            "id": .string(id),
            "sequence": .integer(sequence),
            "type": .string(type.rawValue),
            "timestamp": .string(Timestamp(milliseconds: createdAt).description),
            "data": data,
        ]
    }
}
