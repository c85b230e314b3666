internal import Entitlements
internal import StrictJSON

/// How far a comparison has come.
struct ReconcilePlace: Hashable, Sendable {
    /// How many ids are kept that nothing could be found out about.
    private static let uncheckedLimit = 10_000

    let selection: ReconcileSelection
    let environment: String
    /// The last line that was dealt with, of a walk through the store.
    var after: LineIdentity?
    /// How many were dealt with, of a list.
    var done = 0
    /// The ids that nothing could be found out about so far.
    private(set) var unchecked: [String] = []
    /// Whether what was asked for was gone through to its end.
    var isAtEnd = false

    init(selection: ReconcileSelection, environment: String) {
        self.selection = selection
        self.environment = environment
    }

    /// Notes an id that nothing could be found out about.
    mutating func note(unchecked id: String) {
        if unchecked.count < ReconcilePlace.uncheckedLimit { unchecked.append(id) }
    }

    /// Takes the ids out that nothing could be found out about, to ask again.
    mutating func takeUnchecked() -> [String] {
        defer { unchecked = [] }
        return unchecked
    }
}

extension ReconcilePlace {
    /// What is kept of it.
    var json: JSONValue {
        var after: JSONValue = .null
        if let line = self.after {
            after = ["bundleId": .string(line.scope.bundleId), "id": .string(line.originalTransactionId)]
        }
        return [
            "environment": .string(environment), "selection": .string(selection.text), "after": after,
            "done": .integer(done), "unchecked": .array(unchecked.map(JSONValue.string)),
            "isAtEnd": .boolean(isAtEnd),
        ]
    }

    /// Goes on from what was kept.
    mutating func goOn(from kept: JSONNode) throws(CommandError) {
        guard kept["environment"]?.string == environment, kept["selection"]?.string == selection.text else {
            throw .misconfigured([
                Problem(
                    "the last run asked otherwise: \(Quoted.word(kept["selection"]?.string ?? "")) in "
                        + Quoted.word(kept["environment"]?.string ?? ""),
                    hint: "repeat its flags, or leave out \(PlaceFile.continuation.dashed)")
            ])
        }
        if let line = kept["after"], let bundleId = line["bundleId"]?.string, let id = line["id"]?.string {
            after = LineIdentity(
                scope: AppScope(environment: environment, bundleId: bundleId), originalTransactionId: id)
        }
        done = max(kept["done"]?.number?.integer.flatMap { Int(exactly: $0) } ?? 0, 0)
        isAtEnd = kept["isAtEnd"]?.boolean ?? false
        for node in kept["unchecked"].map({ Array($0.elements) }) ?? [] {
            if let id = node.string { note(unchecked: id) }
        }
    }
}
