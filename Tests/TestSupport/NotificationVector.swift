internal import FoundationEssentials
internal import JWS
package import StrictJSON

/// One notification with all that is needed to judge its effect: the form of `TestVectors/notifications/*.json`.
package struct NotificationVector: Sendable, CustomStringConvertible {
    /// The answers at an instant, before and after the notification.
    package struct Effect: Hashable, Sendable {
        /// The instant, in milliseconds since 1970-01-01T00:00:00Z.
        package var date: Int64
        /// When only what was sent before it is known.
        package var before: [VectorAnswer]
        /// When it is known too.
        package var after: [VectorAnswer]

        /// Puts an effect together.
        package init(date: Int64, before: [VectorAnswer], after: [VectorAnswer]) {
            self.date = date
            self.before = before
            self.after = after
        }
    }

    /// Its type, with its subtype after a point.
    package var name: String
    /// The root to trust, in DER.
    package var root: [UInt8]
    /// The present of its verification, in milliseconds since 1970-01-01T00:00:00Z.
    package var validationTime: Int64
    /// What was sent before it, each a signed payload.
    package var earlier: [String]
    /// The signed payload.
    package var signedPayload: String
    /// The outcome of processing it after those.
    package var outcome: String
    /// What it changes.
    package var effects: [Effect]

    /// Puts a vector together.
    package init(
        name: String, root: [UInt8], validationTime: Int64, earlier: [String], signedPayload: String, outcome: String,
        effects: [Effect]
    ) {
        self.name = name
        self.root = root
        self.validationTime = validationTime
        self.earlier = earlier
        self.signedPayload = signedPayload
        self.outcome = outcome
        self.effects = effects
    }

    /// The name.
    package var description: String { name }

    /// The names of all vectors.
    package static func names() throws -> [String] {
        try VerificationVector.files(in: "notifications").map { String($0.dropFirst(14).dropLast(5)) }
    }

    /// Reads the vector of a name.
    package init(named name: String) throws {
        let path = "notifications/\(name).json"
        let file = try JSONDocument(parsing: TestVectors.bytes(path)).root
        let jws = OpenedJWS(headers: file["headers"])
        guard let root = file["root"]?.string, let time = file["validationTime"]?.number?.integer,
            let earlier = file["earlier"], let notification = file["notification"], let effects = file["effects"],
            let outcome = file["outcome"]?.string
        else { throw VerificationVector.FormatError("\(path) is not complete") }
        self.init(
            name: file["name"]?.string ?? "", root: try Base64.decode(root), validationTime: time,
            earlier: try earlier.elements.map { try jws.closed(JSONValue($0)) },
            signedPayload: try jws.closed(JSONValue(notification)), outcome: outcome,
            effects: try effects.elements.map { effect in
                Effect(
                    date: effect["at"]?.number?.integer ?? 0,
                    before: try (effect["before"]?.elements).map { try $0.map(VectorAnswer.init) } ?? [],
                    after: try (effect["after"]?.elements).map { try $0.map(VectorAnswer.init) } ?? [])
            })
    }

    /// The file of the vector.
    package func json() throws -> JSONValue {
        var jws = OpenedJWS()
        let earlier = try self.earlier.map { try jws.open($0) }
        let notification = try jws.open(signedPayload)
        return [
            "name": .string(name), "root": .string(Base64.encode(root)), "headers": jws.headersJSON,
            "validationTime": .integer(validationTime), "earlier": .array(earlier), "notification": notification,
            "outcome": .string(outcome),
            "effects": .array(
                effects.map { effect in
                    [
                        "at": .integer(effect.date), "before": .array(effect.before.map(\.json)),
                        "after": .array(effect.after.map(\.json)),
                    ]
                }),
        ]
    }
}
