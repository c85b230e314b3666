internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import StrictJSON
internal import WebhookDelivery

/// Sends events as they are written, as server-sent events (WHATWG HTML, section 9.2).
struct EventStream: Endpoint {
    static let operation = Operation(
        method: "GET", path: "/v1/events/stream", query: ["after", "types", "environment", "bundleId"],
        statuses: [200, 410, 500, 503])

    /// Other processes write too, and on SQLite do not ring: so often it is looked, in milliseconds.
    private static let pollInterval = 1000
    /// So many looks without an event, and a comment shows the client that the stream lives.
    private static let looksBetweenComments = 15

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        var query = try EventList.query(request.query)
        if let id = request.lastEventID, !id.isEmpty {
            guard let last = Int64(id), last >= 0 else {
                throw Problem(
                    400, "request.parameter", "the field \"Last-Event-ID\" is no such number",
                    expected: "the id of an event of this stream", got: String(id.prefix(120)))
            }
            query.after = last
        }
        let isPlaced = try request.query.text("after") != nil || request.lastEventID?.isEmpty == false
        if isPlaced {
            var look = query
            look.limit = 1
            let page = try await parts.store.asking { [look] store throws(StoreError) in try await store.events(look) }
            try await EventList.requireAll(after: query.after, page, parts.store)
        }
        let reader = EventReader(store: parts.store, bell: parts.bell, query: query)
        var response = HTTPResponse(status: 200, headers: [("Content-Type", "text/event-stream")])
        response.stream = ResponseStream {
            await reader.next(pollInterval: Self.pollInterval, looks: Self.looksBetweenComments)
        }
        return response
    }
}

/// The place of one reader of a stream.
actor EventReader {
    private let store: any EntitlementStore
    private let bell: EventBell
    private var query: EventQuery
    private var hasBegun = false

    init(store: any EntitlementStore, bell: EventBell, query: EventQuery) {
        self.store = store
        self.bell = bell
        self.query = query
    }

    /// The next events, or a comment after so many looks without one; nil when the store fails or nobody listens.
    func next(pollInterval: Int, looks: Int) async -> [UInt8]? {
        // At once, so that the client sees that it is connected.
        guard hasBegun else {
            hasBegun = true
            return Array(": events after \(query.after)\n\n".utf8)
        }
        for _ in 0..<looks {
            // Taken before the look: what is written after it rings.
            let ticket = bell.ticket
            guard !Task.isCancelled, let page = try? await store.events(query) else { return nil }
            // Asked again, the client is told that it is too late.
            guard query.after == 0 || query.after >= page.horizon else { return nil }
            query.after = page.last
            if !page.events.isEmpty { return page.events.flatMap(\.serverSent) }
            await bell.wait(ticket, atMost: pollInterval)
        }
        return Array(": nothing new\n\n".utf8)
    }
}

extension OutgoingEvent {
    /// The event as a reader of a stream gets it.
    fileprivate var serverSent: [UInt8] {
        Array("id: \(sequence)\nevent: \(type.rawValue)\ndata: ".utf8) + JSONWriter().bytes(json) + [0x0A, 0x0A]
    }
}
