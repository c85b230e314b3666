internal import HTTPServing
internal import StoreSimulator
internal import StrictJSON

extension ControlRoutes {
    /// How many notifications a page has at most.
    private static let pageLimit = 500

    static let notifications: [Route] = [
        route(
            "notifications", "GET", "/control/v1/notifications", "Lists notifications in the order they were made.",
            query: [
                Route.Parameter(
                    "after", "Go on after this number.", ["type": "integer", "minimum": 0, "default": 0]),
                Route.Parameter(
                    "limit", "How many at most.", ["type": "integer", "minimum": 1, "maximum": 500, "default": 100]),
            ], success: "A page; next is the value for after, null on the last."
        ) { store, request throws(ControlProblem) in
            let after = try count(request, "after", in: 0...Int.max) ?? 0
            let limit = try count(request, "limit", in: 1...pageLimit) ?? 100
            let numbered = store.session.numberedNotifications(after: after)
            let page = numbered.notifications.prefix(limit)
            let end = numbered.first + page.count
            return [
                "notifications": .array(
                    page.enumerated().map { offset, signed in
                        var json = signed.notification.json
                        json["number"] = .integer(numbered.first + offset + 1)
                        json["signedPayload"] = .string(signed.signedPayload)
                        return json
                    }),
                "next": page.count < numbered.notifications.count ? .integer(end) : .null,
            ]
        },
        route(
            "notification", "GET", "/control/v1/notifications/{uuid}",
            "Shows a notification with the attempts to deliver it.", problems: [404]
        ) { store, request throws(ControlProblem) in
            let id = request[value: "uuid"]
            guard let signed = store.session.notification(id: id) else {
                throw .missing("there is no notification \"\(id.prefix(80))\"")
            }
            var json = signed.notification.json
            json["signedPayload"] = .string(signed.signedPayload)
            json["sendAttempts"] = .array(store.delivery.attempts(of: id).map(\.json))
            return json
        },
    ]

    private static func count(
        _ request: ServiceRequest, _ name: String, in range: ClosedRange<Int>
    ) throws(ControlProblem) -> Int? {
        guard let text = request.first(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let end = range.upperBound == .max ? "" : " to \(range.upperBound)"
            throw ControlProblem(
                400, "request.parameter", "\(name) must be a whole number from \(range.lowerBound)\(end)")
        }
        return number
    }
}
