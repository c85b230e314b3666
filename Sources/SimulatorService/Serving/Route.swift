package import HTTPServing
package import StrictJSON

/// One operation that is served: how it is asked, how it is described, and what answers it.
///
/// The router and the description are both made of the one table of routes, so that they cannot differ.
package struct Route: Sendable {
    /// A parameter of the query.
    package struct Parameter: Sendable {
        /// Its name.
        package let name: String
        /// What it means.
        package let description: String
        /// What it looks like.
        package let schema: JSONValue

        init(_ name: String, _ description: String, _ schema: JSONValue = ["type": "string"]) {
            self.name = name
            self.description = description
            self.schema = schema
        }
    }

    /// What a success is.
    package struct Success: Sendable {
        /// The status.
        package var status = 200
        /// What it means.
        package var description: String
        /// The content; `nil` for no body.
        package var schema: JSONValue?
        /// The media type.
        package var contentType = "application/json"
    }

    /// A name for programs.
    package let id: String
    /// The heading it stands under.
    package let tag: String
    /// The method.
    package let method: String
    /// The path.
    package let path: PathTemplate
    /// What it does, in one sentence.
    package let summary: String
    /// More about it.
    package var details: String?
    /// The query's parameters.
    package var query: [Parameter] = []
    /// What the body looks like; `nil` where none is read.
    package var body: JSONValue?
    /// What a success is.
    package var success: Success
    /// What else may be answered, by status.
    package var failures: [(status: Int, description: String)] = []
    /// The content of failures.
    package var failureContentType = "application/problem+json"
    /// Whether it belongs to the simulated Server API, with its token, rather than to the control interface.
    package var isServerAPI = false
    /// Answers a request that fits.
    package let answer: @Sendable (_ store: ServedStore, _ request: ServiceRequest) async -> ServiceAnswer
}
