internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import StrictJSON
internal import WebhookDelivery

/// Lists what has changed, a page at a time, for readers that keep their place.
struct EventList: Endpoint {
    static let operation = Operation(
        method: "GET", path: "/v1/events", query: ["after", "limit", "types", "environment", "bundleId"],
        statuses: [200, 410, 500, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let query = try EventList.query(request.query)
        let page = try await parts.store.asking { store throws(StoreError) in try await store.events(query) }
        if try request.query.text("after") != nil {
            try await EventList.requireAll(after: query.after, page, parts.store)
        }
        return .json(["events": .array(page.events.map(\.json)), "next": .string(String(page.last))])
    }

    /// Refuses a reader whose place is one beyond which events were forgotten, or that this store never gave: it may
    /// have missed some.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - page: The page that comes after it.
    ///   - store: The store.
    /// - Throws: The answer 410, or that the store cannot be asked.
    static func requireAll(
        after place: Int64, _ page: EventPage, _ store: any EntitlementStore
    ) async throws(Problem) {
        guard place >= page.horizon else {
            throw Problem(
                410, "events.forgotten", "events after \(place) were forgotten before this reader came for them",
                expected: "a place not before \(page.horizon)", hint: EventList.anew)
        }
        guard page.events.isEmpty, place > page.horizon else { return }
        // A place is the number of an event: when there is none from it on, the store never came so far.
        let query = EventQuery(after: place - 1, limit: 1)
        let known = try await store.asking { store throws(StoreError) in try await store.events(query) }
        guard known.events.isEmpty, place > known.horizon else { return }
        throw Problem(
            410, "events.unknown_place", "this store has never come as far as \(place)",
            expected: "a place that this store gave",
            got: "one of another store, or from before an older backup took its place", hint: EventList.anew)
    }

    private static let anew =
        "take the answers anew, then read on without after, which begins with the first event that is kept"

    /// Reads the query; a stream has no `limit`, and takes pages of its default.
    static func query(_ query: QueryParameters) throws(Problem) -> EventQuery {
        EventQuery(
            after: try query.integer("after", in: 0...Int64.max) ?? 0,
            limit: Int(try query.integer("limit", in: 1...500) ?? 100),
            types: Set(
                try query.choices("types", among: EntitlementEventType.allCases.map(\.rawValue))
                    .compactMap(EntitlementEventType.init(rawValue:))),
            environment: try query.choice("environment", among: QueryParameters.environments),
            bundleId: try query.text("bundleId"))
    }
}
