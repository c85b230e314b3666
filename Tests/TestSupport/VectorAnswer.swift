package import EntitlementStorage
internal import Entitlements
internal import StrictJSON

/// What a vector says about one purchase at an instant.
package struct VectorAnswer: Hashable, Sendable {
    /// The number of the line's first transaction.
    package var line: String
    /// The product.
    package var product: String?
    /// Where it stands.
    package var state: String
    /// The end of access; `nil` for none.
    package var until: Int64?

    /// The answers of a store at an instant, in the order of listings.
    package static func answers(
        of store: any EntitlementStore, at date: Int64
    ) async throws(StoreError) -> [VectorAnswer] {
        try await store.lines(after: nil, environment: nil, limit: 100).flatMap { line in
            Evaluator.evaluate(line, configuration: EvaluationConfiguration(), now: date).map { answer in
                VectorAnswer(
                    line: answer.originalTransactionId, product: answer.productId, state: answer.state.rawValue,
                    until: answer.until)
            }
        }
    }

    init(line: String, product: String?, state: String, until: Int64?) {
        self.line = line
        self.product = product
        self.state = state
        self.until = until
    }

    init(_ json: JSONNode) throws {
        guard let line = json["line"]?.string, let state = json["state"]?.string else {
            throw VerificationVector.FormatError("an answer is not complete")
        }
        self.line = line
        self.state = state
        product = json["product"]?.string
        until = json["until"]?.number?.integer
    }

    var json: JSONValue {
        [
            "line": .string(line), "product": .optional(product), "state": .string(state), "until": .optional(until),
        ]
    }
}
