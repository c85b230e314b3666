internal import FoundationEssentials
internal import JWS
package import StrictJSON

/// Notifications, orders in which they are delivered, and what every order ends with: `TestVectors/sequences/*.json`.
package struct SequenceVector: Sendable, CustomStringConvertible {
    /// The answers at an instant, when everything is known.
    package struct Answers: Hashable, Sendable {
        /// The instant, in milliseconds since 1970-01-01T00:00:00Z.
        package var date: Int64
        /// The answers.
        package var answers: [VectorAnswer]

        /// Puts answers together.
        package init(date: Int64, answers: [VectorAnswer]) {
            self.date = date
            self.answers = answers
        }
    }

    /// What the sequence is called.
    package var name: String
    /// What happens in it.
    package var comment: String
    /// The root to trust, in DER.
    package var root: [UInt8]
    /// The present of verification, in milliseconds since 1970-01-01T00:00:00Z.
    package var validationTime: Int64
    /// The signed payloads, in the order of signing.
    package var signedPayloads: [String]
    /// Orders of delivery by position; a position that occurs again is a duplicate.
    package var orders: [[Int]]
    /// What every order ends with.
    package var answers: [Answers]
    /// The digest of all facts that every order ends with.
    package var facts: String

    /// Puts a vector together.
    package init(
        name: String, comment: String, root: [UInt8], validationTime: Int64, signedPayloads: [String],
        orders: [[Int]], answers: [Answers], facts: String
    ) {
        self.name = name
        self.comment = comment
        self.root = root
        self.validationTime = validationTime
        self.signedPayloads = signedPayloads
        self.orders = orders
        self.answers = answers
        self.facts = facts
    }

    /// The name.
    package var description: String { name }

    /// The names of all vectors.
    package static func names() throws -> [String] {
        try VerificationVector.files(in: "sequences").map { String($0.dropFirst(10).dropLast(5)) }
    }

    /// Reads the vector of a name.
    package init(named name: String) throws {
        let path = "sequences/\(name).json"
        let file = try JSONDocument(parsing: TestVectors.bytes(path)).root
        let jws = OpenedJWS(headers: file["headers"])
        guard let root = file["root"]?.string, let time = file["validationTime"]?.number?.integer,
            let notifications = file["notifications"], let orders = file["orders"], let answers = file["answers"],
            let facts = file["facts"]?.string
        else { throw VerificationVector.FormatError("\(path) is not complete") }
        self.init(
            name: file["name"]?.string ?? "", comment: file["comment"]?.string ?? "", root: try Base64.decode(root),
            validationTime: time, signedPayloads: try notifications.elements.map { try jws.closed(JSONValue($0)) },
            orders: orders.elements.map { order in
                order.elements.compactMap { $0.number?.integer }.map { Int($0) }
            },
            answers: try answers.elements.map { answers in
                Answers(
                    date: answers["at"]?.number?.integer ?? 0,
                    answers: try (answers["answers"]?.elements).map { try $0.map(VectorAnswer.init) } ?? [])
            }, facts: facts)
    }

    /// The file of the vector.
    package func json() throws -> JSONValue {
        var jws = OpenedJWS()
        let notifications = try signedPayloads.map { try jws.open($0) }
        return [
            "name": .string(name), "comment": .string(comment), "root": .string(Base64.encode(root)),
            "headers": jws.headersJSON, "validationTime": .integer(validationTime),
            "notifications": .array(notifications),
            "orders": .array(orders.map { .array($0.map { .integer($0) }) }),
            "answers": .array(
                answers.map { ["at": .integer($0.date), "answers": .array($0.answers.map(\.json))] }),
            "facts": .string(facts),
        ]
    }
}
