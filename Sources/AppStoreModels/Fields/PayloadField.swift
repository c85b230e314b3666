package import StrictJSON

/// One row of a payload type's field table: the member's name, what it may hold and how strictly it is read.
public struct PayloadField: Sendable {
    /// What a field of a payload may hold.
    public enum Kind: Hashable, Sendable {
        /// A text.
        case string
        /// An id: a text, whatever JSON type it came in.
        case identifier
        /// A whole number of 64 bits.
        case integer
        /// A moment in milliseconds since 1970-01-01T00:00:00Z.
        case date
        /// A truth value.
        case boolean
        /// A text out of a set that may grow.
        case stringEnumeration
        /// A whole number out of a set that may grow.
        case integerEnumeration
        /// A list of texts.
        case strings
        /// An object.
        case object
        /// A list of objects.
        case objects
    }

    /// What happens when a member cannot be read as its kind.
    public enum Strictness: Hashable, Sendable {
        /// It counts as absent, and a note says so.
        case tolerant
        /// The payload is refused, since an entitlement would be wrong without the field.
        case essential
        /// The payload is refused, and no other JSON type is accepted either, since trust depends on the field.
        case trusted
    }

    /// The member's name in JSON.
    public let name: String
    /// What it holds.
    public let kind: Kind
    /// The Swift type of its values, where that is an enumeration or an object of this module.
    public let typeName: String?
    /// How strictly it is read.
    public let strictness: Strictness
    /// Whether Apple documents it as always present; absence is refused only where the field is essential too.
    public let isRequired: Bool

    /// Whether it is an id although it is documented as a text.
    let isKey: Bool
    /// The type behind `kind` where that is an object or a list of objects.
    let objectType: (any AppStoreObject.Type)?
    /// Reads the field through the property that belongs to it.
    let property: @Sendable (JSONNode) -> FieldValue?

    /// The fields of the object, or of the list's objects; empty for other kinds.
    public var members: [PayloadField] { objectType?.fields ?? [] }

    /// What the property of this field gives for an object that has the member; `nil` where it gives nothing.
    package func value(in object: JSONNode) -> FieldValue? { property(object) }
}

/// What the property of a field gave.
package enum FieldValue: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case boolean(Bool)
    case date(Timestamp)
    case texts([String])
    case object(JSONNode)
    case objects([JSONNode])
}
