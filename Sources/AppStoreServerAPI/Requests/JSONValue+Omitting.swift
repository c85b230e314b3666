internal import StrictJSON

extension JSONValue {
    /// An object without the members that have no value.
    static func object(omitting members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}
