/// A value to be bound to a parameter of a statement.
enum SQLValue {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    static func optional(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }

    static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

    static func optional(_ value: [UInt8]?) -> SQLValue { value.map { .blob($0) } ?? .null }
}
