/// A statement and the values of its parameters.
struct Command: Hashable, Sendable {
    let sql: String
    let parameters: [Parameter]

    init(_ sql: String, _ parameters: [Parameter]) {
        self.sql = sql
        self.parameters = parameters
    }

    init(_ sql: String, _ parameters: Parameter...) { self.init(sql, parameters) }
}
