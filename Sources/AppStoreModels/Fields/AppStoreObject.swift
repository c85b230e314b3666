public import StrictJSON

/// A JSON object with Apple's names: its properties read the object it came as, so nothing unknown is lost.
///
/// A member that is `null` counts as absent. `json` is the object as it came, with unknown members and original texts.
public protocol AppStoreObject: Hashable, Sendable {
    /// The fields known today, in Apple's order.
    static var fields: [PayloadField] { get }
    /// The object as it came.
    var json: JSONNode { get }
    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    init(_ json: JSONNode) throws(PayloadSchemaError)
}

extension AppStoreObject {
    /// What was odd about the object's known members though it could be taken; empty for a documented one.
    public var notes: [PayloadNote] { Self.notes(on: json, path: "") }

    /// The names of members that the field table does not know, in their order.
    public var unknownNames: [String] {
        json.members.map(\.name).filter { name in !Self.fields.contains { $0.name == name } }
    }

    /// Checks every essential and trusted field, in nested containers too.
    static func check(_ json: JSONNode, path: @autoclosure () -> String = "") throws(PayloadSchemaError) {
        guard json.kind == .object else {
            throw PayloadSchemaError(path: path(), expected: "an object", found: json.summary)
        }
        let fields = fields
        for index in fields.indices where fields[index].strictness != .tolerant {
            try fields[index].check(json.present(fields[index].name), path: path())
        }
    }

    static func notes(on json: JSONNode, path: String) -> [PayloadNote] {
        var notes: [PayloadNote] = []
        for field in fields {
            let memberPath = field.path(in: path)
            guard let member = json.present(field.name) else {
                if field.isRequired { notes.append(PayloadNote(path: memberPath, reason: .missing)) }
                continue
            }
            switch field.reading(of: member) {
            case .tolerated: notes.append(PayloadNote(path: memberPath, reason: .otherType(found: member.kind)))
            case .unreadable:
                let (expected, found) = field.mismatch(member)
                notes.append(PayloadNote(path: memberPath, reason: .unreadable(expected: expected, found: found)))
            case .plain: notes += field.notesOnObjects(in: member, path: memberPath)
            }
        }
        return notes
    }
}

extension PayloadField {
    fileprivate func check(_ member: JSONNode?, path: @autoclosure () -> String) throws(PayloadSchemaError) {
        guard let member else {
            guard isRequired, strictness == .essential else { return }
            throw PayloadSchemaError(path: self.path(in: path()), expected: expectation, found: "nothing")
        }
        guard reading(of: member) != .unreadable else {
            let (expected, found) = mismatch(member)
            throw PayloadSchemaError(path: self.path(in: path()), expected: expected, found: found)
        }
        try objectType?.check(member, path: self.path(in: path()))
    }

    fileprivate func path(in parent: String) -> String { parent.isEmpty ? name : "\(parent).\(name)" }

    fileprivate func notesOnObjects(in member: JSONNode, path: String) -> [PayloadNote] {
        guard let objectType else { return [] }
        guard member.kind == .array else { return objectType.notes(on: member, path: path) }
        return member.elements.enumerated().flatMap { objectType.notes(on: $1, path: "\(path)[\($0)]") }
    }
}

extension JSONNode {
    /// The kind of value, and the text of a number; other texts are not repeated, so that it may be logged.
    package var summary: String {
        guard let text = number?.text else { return kind.rawValue }
        return "number \(text.prefix(32))\(text.utf8.count > 32 ? "…" : "")"
    }

    /// The member of this name, unless it is `null`.
    func present(_ name: String) -> JSONNode? {
        guard let member = self[name], !member.isNull else { return nil }
        return member
    }
}
