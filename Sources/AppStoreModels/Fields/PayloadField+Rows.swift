internal import StrictJSON

/// Each row names the property it stands for, so that the compiler keeps kind and property in step.
extension PayloadField {
    static func string<Root: AppStoreObject>(
        _ name: String, _ property: @escaping @Sendable (Root) -> String?, _ strictness: Strictness = .tolerant,
        required: Bool = false
    ) -> PayloadField {
        PayloadField(name, .string, property, strictness, required) { .text($0) }
    }

    /// An id that is documented as a text.
    static func key<Root: AppStoreObject>(
        _ name: String, _ property: @escaping @Sendable (Root) -> String?, _ strictness: Strictness = .tolerant,
        required: Bool = false
    ) -> PayloadField {
        PayloadField(name, .string, property, strictness, required, isKey: true) { .text($0) }
    }

    static func identifier<Root: AppStoreObject>(
        _ name: String, _ property: @escaping @Sendable (Root) -> String?, _ strictness: Strictness = .tolerant,
        required: Bool = false
    ) -> PayloadField {
        PayloadField(name, .identifier, property, strictness, required) { .text($0) }
    }

    static func integer<Root: AppStoreObject>(
        _ name: String, _ property: @escaping @Sendable (Root) -> Int64?, _ strictness: Strictness = .tolerant,
        required: Bool = false
    ) -> PayloadField {
        PayloadField(name, .integer, property, strictness, required) { .integer($0) }
    }

    static func date<Root: AppStoreObject>(
        _ name: String, _ property: @escaping @Sendable (Root) -> Timestamp?, _ strictness: Strictness = .tolerant,
        required: Bool = false
    ) -> PayloadField {
        PayloadField(name, .date, property, strictness, required) { .date($0) }
    }

    static func boolean<Root: AppStoreObject>(
        _ name: String, _ property: @escaping @Sendable (Root) -> Bool?, _ strictness: Strictness = .tolerant
    ) -> PayloadField {
        PayloadField(name, .boolean, property, strictness, false) { .boolean($0) }
    }

    static func enumeration<Root: AppStoreObject, Value: OpenEnumeration>(
        _ name: String, _ property: @escaping @Sendable (Root) -> Value?, _ strictness: Strictness = .tolerant,
        required: Bool = false
    ) -> PayloadField where Value.RawValue == String {
        PayloadField(name, .stringEnumeration, property, strictness, required, typeName: "\(Value.self)") {
            .text($0.rawValue)
        }
    }

    static func enumeration<Root: AppStoreObject, Value: OpenEnumeration>(
        _ name: String, _ property: @escaping @Sendable (Root) -> Value?, _ strictness: Strictness = .tolerant,
        required: Bool = false
    ) -> PayloadField where Value.RawValue == Int {
        PayloadField(name, .integerEnumeration, property, strictness, required, typeName: "\(Value.self)") {
            .integer(Int64($0.rawValue))
        }
    }

    static func strings<Root: AppStoreObject>(
        _ name: String, _ property: @escaping @Sendable (Root) -> [String]?
    ) -> PayloadField {
        PayloadField(name, .strings, property, .tolerant, false) { .texts($0) }
    }

    static func object<Root: AppStoreObject, Value: AppStoreObject>(
        _ name: String, _ property: @escaping @Sendable (Root) -> Value?, _ strictness: Strictness = .tolerant
    ) -> PayloadField {
        PayloadField(name, .object, property, strictness, false, typeName: "\(Value.self)", objectType: Value.self) {
            .object($0.json)
        }
    }

    static func objects<Root: AppStoreObject, Value: AppStoreObject>(
        _ name: String, _ property: @escaping @Sendable (Root) -> [Value]?
    ) -> PayloadField {
        PayloadField(name, .objects, property, .tolerant, false, typeName: "\(Value.self)", objectType: Value.self) {
            .objects($0.map(\.json))
        }
    }

    private init<Root: AppStoreObject, Value>(
        _ name: String, _ kind: Kind, _ property: @escaping @Sendable (Root) -> Value?, _ strictness: Strictness,
        _ isRequired: Bool, typeName: String? = nil, objectType: (any AppStoreObject.Type)? = nil,
        isKey: Bool = false, _ wrap: @escaping @Sendable (Value) -> FieldValue
    ) {
        self.name = name
        self.kind = kind
        self.typeName = typeName
        self.strictness = strictness
        self.isRequired = isRequired
        self.objectType = objectType
        self.isKey = isKey
        self.property = { json in
            guard let root = try? Root(json) else { return nil }
            return property(root).map(wrap)
        }
    }
}
