import AppStoreModels
import StrictJSON
import Testing

/// A field of a type, with the row that describes it.
struct FieldCase: CustomTestStringConvertible, Sendable {
    let type: any AppStoreObject.Type
    let field: PayloadField
    let vector: FieldVector

    var testDescription: String { "\(vector.type).\(vector.name)" }

    static let all: [FieldCase] = FieldVector.all.flatMap { type, vectors in
        guard let swiftType = FieldVector.types.first(where: { "\($0)" == type }) else { return [FieldCase]() }
        return vectors.compactMap { vector in
            swiftType.fields.first { $0.name == vector.name }.map {
                FieldCase(type: swiftType, field: $0, vector: vector)
            }
        }
    }

    /// The other fields that may stand in one object, but for one that this field would be read from too.
    var others: [FieldVector] {
        let fields = FieldVector.all.first { $0.type == vector.type }?.fields ?? []
        return fields.filter { other in
            switch (vector.type, vector.name, other.name) {
            // A notification has one container.
            case ("ResponseBodyV2DecodedPayload", _, _) where other.object != nil: false
            case ("AppTransaction", "environment", "receiptType"): false
            default: other.name != vector.name
            }
        }
    }

    /// What the field's property gives when the member has this value.
    func value(of member: JSONValue) throws -> FieldValue? {
        try field.value(in: FieldVector.sample(of: vector.type).with(vector.name, member).node)
    }

    /// Whether and why the whole object is refused when the member has this value.
    func error(with member: JSONValue) throws -> PayloadSchemaError? {
        let node = try FieldVector.sample(of: vector.type).with(vector.name, member).node
        do throws(PayloadSchemaError) {
            _ = try type.init(node)
            return nil
        } catch {
            return error
        }
    }

    /// The notes on the object when the member has this value.
    func notes(with member: JSONValue) throws -> [PayloadNote] {
        try type.init(FieldVector.sample(of: vector.type).with(vector.name, member).node).notes
    }
}

struct FieldTableTests {
    @Test("Each type's table has the documented fields in their order")
    func hasAllFields() {
        #expect(FieldVector.all.count == FieldVector.types.count)
        for (type, vectors) in FieldVector.all {
            let swiftType = FieldVector.types.first { "\($0)" == type }
            #expect(swiftType?.fields.map(\.name) == vectors.map(\.name), "\(type)")
        }
        #expect(FieldCase.all.count == FieldVector.all.reduce(0) { $0 + $1.fields.count })
        #expect(FieldCase.all.count == 168)
    }

    @Test("Each row says what is documented", arguments: FieldCase.all)
    func describesField(_ test: FieldCase) {
        let (field, vector) = (test.field, test.vector)
        #expect(field.isRequired == !vector.isOptional)
        #expect(field.typeName == vector.enumeration ?? vector.object)
        #expect(
            field.members.map(\.name) == FieldVector.all.first { $0.type == vector.object }?.fields.map(\.name) ?? [])
        switch (vector.json, vector.enumeration) {
        case ("string", nil): #expect(field.kind == .string || field.kind == .identifier)
        case ("string", _): #expect(field.kind == .stringEnumeration)
        case ("number", nil): #expect(field.kind == (vector.isDate ? .date : .integer))
        case ("number", _): #expect(field.kind == .integerEnumeration)
        case ("boolean", _): #expect(field.kind == .boolean)
        case ("strings", _): #expect(field.kind == .strings)
        case ("object", _): #expect(field.kind == .object)
        case ("objects", _): #expect(field.kind == .objects)
        default: Issue.record("unknown JSON type \(vector.json)")
        }
    }

    @Test("Each field's property decodes a value of its type, from its own member only", arguments: FieldCase.all)
    func decodesField(_ test: FieldCase) throws {
        let sample = test.vector.sample
        let expected: FieldValue? =
            switch sample {
            case .string(let text): .text(text)
            case .number(let number) where test.vector.isDate: number.integer.map { .date(Timestamp(milliseconds: $0)) }
            case .number(let number): number.integer.map { .integer($0) }
            case .boolean(let value): .boolean(value)
            case .array where test.vector.json == "strings": .texts(["one", "two"])
            case .array(let elements): .objects(try elements.map { try $0.node })
            case .object: .object(try sample.node)
            case .null, .node: nil
            }
        #expect(expected != nil)
        #expect(try test.value(of: sample) == expected)
        #expect(try test.error(with: sample) == nil)
        #expect(try test.notes(with: sample).isEmpty)
        // An object that has every field but this one gives nothing, so no property reads another's member.
        let object = JSONValue.object(test.others.map { JSONMember($0.name, $0.sample) })
        #expect(test.field.value(in: try object.node) == nil)
    }

    @Test("A member that is null counts as absent", arguments: FieldCase.all)
    func takesNullForAbsent(_ test: FieldCase) throws {
        let isNeeded = test.field.isRequired && test.field.strictness == .essential
        #expect(try test.error(with: nil)?.found == (isNeeded ? "nothing" : nil))
        #expect(try test.value(of: nil) == nil)
        guard !isNeeded else { return }
        let notes = try test.notes(with: nil)
        #expect(notes == (test.field.isRequired ? [PayloadNote(path: test.vector.name, reason: .missing)] : []))
    }

    @Test("What cannot be read is refused where it matters, and noted elsewhere", arguments: FieldCase.all)
    func judgesUnreadable(_ test: FieldCase) throws {
        let wrong: [JSONValue] =
            switch test.field.kind {
            case .string, .stringEnumeration: [1, true, [], [:]]
            case .identifier, .boolean: [[], [:], test.field.kind == .boolean ? "true" : false]
            case .integer, .integerEnumeration:
                ["x", "", " 1", "0x1", .number(try number("1.5")), .number(try number("1e19")), [], [:], false]
            case .date: ["x", "2023-10-19", .number(try number("1e19")), [], [:], false]
            case .strings: ["x", [1], ["x", nil], [:]]
            case .object: ["x", 1, [], true]
            case .objects: ["x", [:], [1], [[:], nil]]
            }
        for value in wrong {
            let error = try test.error(with: value)
            if test.field.strictness == .tolerant {
                #expect(error == nil)
                #expect(try test.value(of: value) == nil, "\(value)")
                let notes = try test.notes(with: value)
                #expect(notes.count == 1, "\(value)")
                guard case .unreadable(let expected, _) = notes.first?.reason else {
                    Issue.record("no note on \(value)")
                    continue
                }
                #expect(notes.first?.path == test.vector.name)
                #expect(expected == test.field.expectation)
            } else {
                #expect(error?.path == test.vector.name, "\(value)")
                #expect(error?.expected == test.field.expectation)
                #expect(error?.found == (try value.node.summary))
            }
        }
    }

    @Test("Numbers and ids of the other JSON type are read and noted", arguments: FieldCase.all)
    func toleratesOtherTypes(_ test: FieldCase) throws {
        let other: (JSONValue, FieldValue)
        switch test.field.kind {
        case .identifier: other = (.number(try number("98765432109876543210")), .text("98765432109876543210"))
        case .integer: other = ("9223372036854775807", .integer(.max))
        case .integerEnumeration: other = ("77", .integer(77))
        case .date: other = ("1697679936049.7297", .date(Timestamp(milliseconds: 1_697_679_936_049)))
        default: return
        }
        if test.field.strictness == .trusted {
            #expect(try test.error(with: other.0)?.path == test.vector.name)
            return
        }
        #expect(try test.value(of: other.0) == other.1)
        let found: JSONKind = test.field.kind == .identifier ? .number : .string
        #expect(
            try test.notes(with: other.0) == [PayloadNote(path: test.vector.name, reason: .otherType(found: found))])
    }

    @Test("Values unknown today are kept", arguments: FieldCase.all)
    func keepsUnknownValues(_ test: FieldCase) throws {
        switch test.field.kind {
        case .stringEnumeration: #expect(try test.value(of: "SOMETHING_NEW") == .text("SOMETHING_NEW"))
        case .integerEnumeration: #expect(try test.value(of: 4711) == .integer(4711))
        default: return
        }
    }

    private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text)) }
}
