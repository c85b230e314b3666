internal import StrictJSON

/// What the computed properties read through.
extension AppStoreObject {
    func string(_ name: String) -> String? { json.present(name).flatMap(PayloadField.string) }

    func identifier(_ name: String) -> String? { json.present(name).flatMap(PayloadField.identifier) }

    func key(_ name: String) -> String? { json.present(name).flatMap(PayloadField.key) }

    func integer(_ name: String) -> Int64? { json.present(name).flatMap(PayloadField.integer) }

    func date(_ name: String) -> Timestamp? { json.present(name).flatMap(PayloadField.date) }

    func boolean(_ name: String) -> Bool? { json[name]?.boolean }

    func strings(_ name: String) -> [String]? { json.present(name).flatMap(PayloadField.strings) }

    func enumeration<Value: OpenEnumeration>(_ name: String) -> Value? where Value.RawValue == String {
        string(name).map { Value(rawValue: $0) }
    }

    func enumeration<Value: OpenEnumeration>(_ name: String) -> Value? where Value.RawValue == Int {
        integer(name).flatMap { Int(exactly: $0) }.map { Value(rawValue: $0) }
    }

    func object<Value: AppStoreObject>(_ name: String) -> Value? { json.present(name).flatMap { try? Value($0) } }

    func objects<Value: AppStoreObject>(_ name: String) -> [Value]? {
        guard let list = json.present(name), list.kind == .array else { return nil }
        var values: [Value] = []
        for element in list.elements {
            guard let value = try? Value(element) else { return nil }
            values.append(value)
        }
        return values
    }

    /// An amount and its currency; `nil` unless both are there.
    func money(_ name: String) -> Money? {
        guard let milliunits = integer(name), let currency = string("currency") else { return nil }
        return Money(milliunits: milliunits, currency: currency)
    }
}
