import SimulatorService
import StrictJSON
import Testing

extension SampleStore {
    /// Asks by method and path, through the table of routes, without HTTP.
    func send(_ method: String, _ target: String, _ body: JSONValue? = nil) async throws -> SampleAnswer {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let segments = parts[0].split(separator: "/").map(String.init)
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            return (sides[0], sides.count > 1 ? sides[1] : "")
        }
        let bytes = body.map { JSONWriter().bytes($0) } ?? []
        switch RouteTable.route(method: method, segments: segments) {
        case .failure(let refusal): return SampleAnswer(refusal.answer)
        case .success(let match):
            let request = ServiceRequest(
                values: match.values, query: query, body: bytes, authorization: try token())
            return SampleAnswer(await match.route.answer(store, request))
        }
    }

    /// Asks the control interface for something that must be had.
    @discardableResult
    func control(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONNode {
        let answer = try await send(method, "/control/v1/" + path, body)
        try #require(answer.status == 200, "\(method) \(path): \(String(decoding: answer.body, as: UTF8.self))")
        return try #require(answer.json)
    }
}

extension JSONNode {
    /// The elements of an array as an array.
    var all: [JSONNode] { elements.map(\.self) }
    /// A whole number.
    var int: Int64? { number?.integer }
}
