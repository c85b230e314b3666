package import HTTPServing

/// A request that fits a path, taken out of HTTP.
package struct ServiceRequest: Sendable {
    /// The values in the path.
    package var values: [String: String]
    /// The pairs of the query, in their order.
    package var query: [HTTPFields.Field]
    /// The body.
    package var body: [UInt8]
    /// The `Authorization` field.
    package var authorization: String?

    /// Puts a request together.
    package init(
        values: [String: String] = [:], query: [(String, String)] = [], body: [UInt8] = [],
        authorization: String? = nil
    ) {
        self.values = values
        self.authorization = authorization
        self.query = HTTPFields(query).all
        self.body = body
    }

    /// A value of the path; empty when the path has none of that name.
    package subscript(value name: String) -> String { values[name] ?? "" }

    /// The first value of a parameter.
    package func first(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// Every value of a parameter.
    package func all(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }
}
