/// What the store knows of something, and the same as it signs it.
@dynamicMemberLookup
public struct SignedValue<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What was signed.
    public let value: Value
    /// The compact JWS, for a server that verifies it itself.
    public let jwsRepresentation: String

    /// Pairs a value with its signed form.
    public init(_ value: Value, jwsRepresentation: String) {
        self.value = value
        self.jwsRepresentation = jwsRepresentation
    }

    /// A property of the value.
    public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }
}
