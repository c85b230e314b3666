internal import AppStoreModels
internal import AppStoreServerAPI
internal import Reconciliation
internal import StrictJSON

/// Which notifications a backfill asks for, and how far it has come.
struct BackfillPlan: Sendable {
    var environment: AppStoreModels.Environment
    var window: NotificationWindow
    /// The types that are asked for one after the other; none for all at once.
    var types: [String]
    var onlyFailures: Bool
    /// Which of the types is being asked for.
    var typeIndex = 0
    /// Leads to the next page of it; `nil` at its beginning.
    var token: String?

    init(
        environment: AppStoreModels.Environment, window: NotificationWindow, types: [String], onlyFailures: Bool
    ) {
        self.environment = environment
        self.window = window
        self.types = types
        self.onlyFailures = onlyFailures
    }

    /// How many questions there are.
    var questions: Int { max(types.count, 1) }

    /// The question that is being asked.
    var request: NotificationHistoryRequest {
        var request = NotificationHistoryRequest(startDate: window.since, endDate: window.until)
        if typeIndex < types.count { request.notificationType = NotificationType(rawValue: types[typeIndex]) }
        if onlyFailures { request.onlyFailures = true }
        return request
    }
}

extension BackfillPlan {
    /// What is kept of it.
    var json: JSONValue {
        [
            "environment": .string(environment.rawValue), "since": .integer(window.since),
            "until": .integer(window.until), "types": .array(types.map(JSONValue.string)),
            "onlyFailures": .boolean(onlyFailures), "typeIndex": .integer(typeIndex), "token": .optional(token),
        ]
    }

    /// Reads what was kept.
    init?(_ kept: JSONNode) {
        guard let environment = kept["environment"]?.string, let since = kept["since"]?.number?.integer,
            let until = kept["until"]?.number?.integer, let typeIndex = kept["typeIndex"]?.number?.integer,
            let onlyFailures = kept["onlyFailures"]?.boolean, since >= 0,
            // The window was checked when the first run began; time has passed since.
            let window = try? NotificationWindow(
                since: since, until: until, environment: Environment(rawValue: environment), now: since)
        else { return nil }
        let types = kept["types"].map { node in Array(node.elements).compactMap(\.string) } ?? []
        self.init(
            environment: Environment(rawValue: environment), window: window, types: types, onlyFailures: onlyFailures)
        guard (0..<Int64(questions)).contains(typeIndex) else { return nil }
        self.typeIndex = Int(typeIndex)
        token = kept["token"]?.string
    }
}
