internal import AppStoreModels
package import EntitlementStorage
internal import Entitlements
package import StrictJSON

extension OutgoingEvent {
    /// The event as those who listen get it, by whatever way.
    package var json: JSONValue {
        [
            "id": .string(id),
            "sequence": .integer(sequence),
            "type": .string(type.rawValue),
            "timestamp": .string(Timestamp(milliseconds: createdAt).description),
            "data": data,
        ]
    }
}
