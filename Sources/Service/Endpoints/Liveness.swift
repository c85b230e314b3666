internal import HTTPServing
internal import StrictJSON

/// Says that the process answers; it looks at nothing else.
struct Liveness: Endpoint {
    static let operation = Operation(method: "GET", path: "/livez", isOpen: true, statuses: [200])

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse { .json(["live": true]) }
}
