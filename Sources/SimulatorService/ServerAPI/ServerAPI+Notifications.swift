internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

extension ServerAPI {
    /// How long a pagination token can be used, in milliseconds of real time.
    private static let tokenLife: Int64 = 86_400_000
    private static let day: Int64 = 86_400_000

    /// How far back the notification history goes, in milliseconds.
    private var historySpan: Int64 { (session.app.environment == .production ? 180 : 30) * ServerAPI.day }

    func notificationHistory(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let body = try ServerAPI.object(request.body)
        let now = try look { $0.now }
        let filter = try NotificationFilter(body, earliest: max(now - historySpan, 0))
        var customer: String?
        if let id = filter.transactionID { customer = try self.customer(of: id) }
        let question = filter.question
        let first = try position(request.first("paginationToken"), question)
        let numbered = session.numberedNotifications(after: first)
        var items: [JSONValue] = []
        var next: Int?
        for (offset, signed) in numbered.notifications.enumerated()
        where filter.includes(signed.notification, customer: customer) {
            let attempts = surroundings.attempts(signed.id)
            if filter.onlyFailures, attempts.isEmpty || attempts.last?.result == .success { continue }
            if items.count == ServerAPI.pageSize {
                next = numbered.first + offset
                break
            }
            items.append(ServerAPI.item(signed, attempts))
        }
        var answer: JSONValue = ["notificationHistory": .array(items), "hasMore": .boolean(next != nil)]
        if let next {
            answer["paginationToken"] = .string("\(next)_\(surroundings.realTime())_\(Revision.mark(question))")
        }
        return answer
    }

    func requestTestNotification() throws(ServerAPIFailure) -> JSONValue {
        guard surroundings.isNotifying else {
            throw ServerAPIFailure(
                .serverNotificationURLNotFound, "No URL for notifications is configured for this environment.")
        }
        guard let signed = try perform(.requestTestNotification).compactMap(\.notification).first else {
            throw ServerAPIFailure(.generalInternal, "No notification was made.")
        }
        return ["testNotificationToken": .string("\(signed.id)_\(signed.notification.signedDate)")]
    }

    func testNotificationStatus(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let parts = request[value: "testNotificationToken"].split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, UUIDText.isValid(String(parts[0])), let date = Int64(parts[1]) else {
            throw ServerAPIFailure(.invalidTestNotificationToken, "Invalid test notification token.")
        }
        guard let signed = session.notification(id: String(parts[0])), signed.notification.type == .test,
            signed.notification.signedDate == date
        else { throw ServerAPIFailure(.testNotificationNotFound, "The test notification token is unknown or expired.") }
        let attempts = surroundings.attempts(signed.id)
        guard !attempts.isEmpty else {
            throw ServerAPIFailure(.testNotificationNotFound, "The result of the test is not available yet.")
        }
        return ServerAPI.item(signed, attempts)
    }

    private static func item(_ signed: SignedNotification, _ attempts: [SendAttempt]) -> JSONValue {
        [
            "signedPayload": .string(signed.signedPayload),
            "sendAttempts": .array(
                attempts.map {
                    ["attemptDate": .integer($0.date), "sendAttemptResult": .string($0.result.rawValue)]
                }),
        ]
    }

    /// How many notifications were read before.
    private func position(_ token: String?, _ question: String) throws(ServerAPIFailure) -> Int {
        guard let token else { return 0 }
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, let position = Int(parts[0]), position >= 0, let issued = Int64(parts[1]),
            issued >= 0, parts[2] == Revision.mark(question)
        else { throw ServerAPIFailure(.invalidPaginationToken, "Invalid pagination token.") }
        guard surroundings.realTime() - issued < ServerAPI.tokenLife else {
            throw ServerAPIFailure(.paginationTokenExpired, "The pagination token has expired.")
        }
        return position
    }
}
