internal import AppStoreModels
internal import HTTPServing
internal import StoreSimulator
internal import StrictJSON

extension ControlRoutes {
    static let actions: [Route] = [
        route(
            "perform", "POST", "/control/v1/actions", "Does one thing in the store.",
            details:
                "The body is an action, such as {\"do\": \"buy\", \"customer\": \"ann\", \"product\": \"pro.monthly\"}.",
            body: ["oneOf": .array(StoreAction.forms.map(actionSchema))],
            success: "What happened at once, and what was sent.", problems: [409]
        ) { store, request throws(ControlProblem) in
            let action: StoreAction
            do throws(StoreActionError) { action = try StoreAction(parsing: request.body) } catch {
                throw ControlProblem(400, "action.malformed", error.description)
            }
            do throws(SessionError) {
                let events = try store.session.perform(action)
                return happened(store, ClockProgress(events: events, attempts: await store.delivery.deliver()))
            } catch {
                throw ControlProblem(error)
            }
        },
        route(
            "reset", "POST", "/control/v1/reset",
            "Returns to the settings of the file, and disarms errors and limits; transactions stay."
        ) { store, _ in
            store.reset()
            return ["now": .integer(store.session.now)]
        },
        route("clear", "POST", "/control/v1/clear", "Forgets all transactions.") { store, _ in
            store.clear()
            return ["now": .integer(store.session.now)]
        },
    ]

    static let clock: [Route] = [
        route("clock", "GET", "/control/v1/clock", "Tells the store's time.") { store, _ in
            [
                "now": .integer(store.session.now), "nextEvent": .optional(store.session.nextEventDate),
                "isLive": .boolean(store.isLive),
            ]
        },
        route(
            "advance", "POST", "/control/v1/clock", "Moves the store's time.",
            details: "Give one of advanceBy, in milliseconds or as an ISO 8601 duration, advanceTo, and nextEvent.",
            body: [
                "type": "object",
                "properties": [
                    "advanceBy": ["type": ["integer", "string"]], "advanceTo": ["type": ["integer", "string"]],
                    "nextEvent": ["const": true],
                ],
            ], success: "What happened on the way, and what was sent.", problems: [409]
        ) { store, request throws(ControlProblem) in
            let move = try ClockMove(object(request, known: ["advanceBy", "advanceTo", "nextEvent"]))
            do throws(SessionError) {
                return happened(store, try await store.delivery.advance { move.date(in: $0) })
            } catch {
                throw ControlProblem(error)
            }
        },
    ]

    /// What an action of a name may have; what its members must be, its refusals say.
    private static func actionSchema(_ name: String, _ members: [String]) -> JSONValue {
        var properties: JSONValue = ["do": ["const": .string(name)]]
        for member in members { properties[member] = [:] }
        return ["type": "object", "required": ["do"], "properties": properties, "additionalProperties": false]
    }

    /// The answer to what changed the store.
    static func happened(_ store: ServedStore, _ progress: ClockProgress) -> JSONValue {
        var json: JSONValue = [
            "now": .integer(store.session.now), "events": .array(progress.events.map(\.json)),
            "attempts": .array(progress.attempts.map(\.json)),
        ]
        if progress.eventsLeftOut > 0 { json["eventsLeftOut"] = .integer(progress.eventsLeftOut) }
        if progress.attemptsLeftOut > 0 { json["attemptsLeftOut"] = .integer(progress.attemptsLeftOut) }
        return json
    }
}

/// Where the clock is to go.
private enum ClockMove: Sendable {
    case by(Int64)
    case duration(CalendarDuration)
    case to(Int64)
    case toNextEvent

    init(_ body: JSONNode) throws(ControlProblem) {
        let members = body.members.map(\.self)
        guard members.count == 1, let member = members.first else {
            throw .body("give one of advanceBy, advanceTo and nextEvent")
        }
        switch member.name {
        case "nextEvent":
            guard member.value.boolean == true else { throw .body("nextEvent must be true") }
            self = .toNextEvent
        case "advanceTo":
            guard let date = ControlRoutes.date(member.value) else {
                throw .body("advanceTo must be \(InstantText.forms)")
            }
            self = .to(date)
        default:
            if let milliseconds = member.value.integer, milliseconds >= 0 {
                self = .by(milliseconds)
            } else if let text = member.value.string, let duration = CalendarDuration(iso8601: text) {
                self = .duration(duration)
            } else {
                throw .body("advanceBy must be a number of milliseconds or a duration such as P1M")
            }
        }
    }

    func date(in session: SimulatorSession) -> Int64? {
        switch self {
        case .by(let milliseconds):
            let (date, overflow) = session.now.addingReportingOverflow(milliseconds)
            return overflow ? .max : date
        case .duration(let duration): return duration.end(from: session.now)
        case .to(let date): return date
        case .toNextEvent: return session.nextEventDate
        }
    }
}

extension ControlRoutes {
    /// A moment: milliseconds, or text.
    static func date(_ node: JSONNode) -> Int64? {
        if let milliseconds = node.integer { return milliseconds }
        guard let text = node.string else { return nil }
        return try? InstantText.parse(text)
    }
}
