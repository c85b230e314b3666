import AppStoreModels
import FoundationEssentials
import StrictJSON
import Testing

struct OpenEnumerationTests {
    @Test("Each enumeration knows the documented values in their order")
    func knowsAllValues() throws {
        #expect(EnumerationVector.all.map(\.name) == EnumerationVector.types.map { "\($0)" })
        for (vector, type) in zip(EnumerationVector.all, EnumerationVector.types) {
            #expect(texts(of: type) == (try vector.values.map(text)), "\(vector.name)")
        }
    }

    @Test("Each raw value comes back as it went", arguments: 0..<24)
    func roundTrips(_ index: Int) throws {
        let vector = EnumerationVector.all[index]
        for value in vector.values {
            try roundTrip(EnumerationVector.types[index], JSONWriter().bytes(value), isKnown: true)
        }
        let unknown: JSONValue = vector.json == "number" ? 4711 : "SOMETHING_NEW"
        try roundTrip(EnumerationVector.types[index], JSONWriter().bytes(unknown), isKnown: false)
    }

    @Test("Both spellings of a migration are known")
    func knowsBothMigrations() {
        #expect(NotificationType(rawValue: "MIGRATION") == .migration)
        #expect(NotificationType(rawValue: "MIGRATE") == .migrate)
        #expect(NotificationType.migrate.isKnown)
    }

    private func roundTrip<Value: OpenEnumeration>(_ type: Value.Type, _ bytes: [UInt8], isKnown: Bool) throws {
        let value = try JSONDecoder().decode(type, from: Data(bytes))
        #expect(try [UInt8](JSONEncoder().encode(value)) == bytes)
        #expect(value.isKnown == isKnown)
        #expect(try value.description == text(JSONValue(JSONDocument(parsing: bytes).root)))
        #expect(type.init(rawValue: value.rawValue) == value)
    }

    private func texts<Value: OpenEnumeration>(of type: Value.Type) -> [String] { type.known.map(\.description) }

    private func text(_ value: JSONValue) throws -> String {
        switch value {
        case .string(let text): return text
        default: return JSONWriter().text(value)
        }
    }
}
