internal import AppStoreModels
internal import AppStoreServerAPI

enum GetNotificationHistoryOperation: ServerAPIOperation {
    static let start = FlagDefinition.value("start", "TIME", isRequired: true, "sent at this time or later")
    static let end = FlagDefinition.value("end", "TIME", isRequired: true, "sent before this time")
    static let type = FlagDefinition.value("type", "TYPE", "only of this type")
    static let subtype = FlagDefinition.value("subtype", "SUBTYPE", "only of this subtype, beside a type")
    static let transaction = FlagDefinition.value("transaction", "ID", "only about the customer with this transaction")
    static let onlyFailures = FlagDefinition.toggle(
        "only-failures", "only those that have not reached your server, or are still being tried")

    static let endpoint = ServerAPIEndpoint.getNotificationHistory
    static let summary = "shows what the App Store sent, and what became of it"
    static let flags = [start, end, type, subtype, transaction, onlyFailures]
    static let example = "--start 2026-11-01 --end 2026-12-01 --only-failures --all"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let (from, to) = (arguments.time(start), arguments.time(end))
        var request = NotificationHistoryRequest(startDate: 0, endDate: 0)
        request.notificationType = arguments.text(type).map { NotificationType(rawValue: $0) }
        request.notificationSubtype = arguments.text(subtype).map { NotificationSubtype(rawValue: $0) }
        request.transactionId = arguments.text(transaction)
        if arguments.isSet(onlyFailures) { request.onlyFailures = true }
        for (flag, time) in [(start, from), (end, to)] where time == .now {
            arguments.note(Problem("\(flag.dashed) must be a time of its own", hint: "write 2026-11-02"))
        }
        request.startDate = from?.milliseconds(now: 0) ?? 0
        request.endDate = to?.milliseconds(now: 0) ?? 0
        return { [request] _ throws(ServerAPIError) in try .getNotificationHistory(request) }
    }
}

enum RequestTestNotificationOperation: ServerAPIOperation {
    static let endpoint = ServerAPIEndpoint.requestTestNotification
    static let summary = "asks the App Store to send a notification of the type TEST"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        { _ throws(ServerAPIError) in try .requestTestNotification() }
    }
}

enum GetTestNotificationStatusOperation: ServerAPIOperation {
    static let token = ArgumentDefinition("TOKEN", isRequired: true, "the token that the request was answered with")

    static let endpoint = ServerAPIEndpoint.getTestNotificationStatus
    static let summary = "shows what became of a test notification"
    static let arguments = [token]
    static let example = "ce3af791-365e-4c60-841b-1674b43c1609_1656711609000"

    static func prepare(_ arguments: inout ArgumentReader) -> ServerAPIMaking {
        let token = arguments.word(token) ?? ""
        return { _ throws(ServerAPIError) in try .getTestNotificationStatus(testNotificationToken: token) }
    }
}
