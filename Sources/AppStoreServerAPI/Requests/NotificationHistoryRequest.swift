public import AppStoreModels
internal import StrictJSON

/// Which of the notifications are wanted that the App Store sent.
public struct NotificationHistoryRequest: Hashable, Sendable {
    /// The first moment of sending, in milliseconds since 1970; up to 180 days ago, in the sandbox 30.
    public var startDate: Int64
    /// The end of the moments of sending, in milliseconds since 1970.
    public var endDate: Int64
    /// Only of this type; not together with `transactionId`.
    public var notificationType: NotificationType?
    /// Only of this subtype, beside a type.
    public var notificationSubtype: NotificationSubtype?
    /// Only about the customer with this transaction; not together with `notificationType`.
    public var transactionId: String?
    /// Only those that have not reached the server, or are still being tried.
    public var onlyFailures: Bool?

    /// Wants everything that was sent in a window of time.
    public init(startDate: Int64, endDate: Int64) {
        self.startDate = startDate
        self.endDate = endDate
    }

    func members() throws(ServerAPIError) -> [(String, JSONValue?)] {
        guard startDate >= 0 else { throw .invalidRequest(RequestMistake("startDate", "is before 1970")) }
        guard startDate < endDate else { throw .invalidRequest(RequestMistake("endDate", "is not after startDate")) }
        if transactionId == "" { throw .invalidRequest(RequestMistake("transactionId", "is empty")) }
        if notificationType != nil, transactionId != nil {
            throw .invalidRequest(RequestMistake("transactionId", "excludes notificationType"))
        }
        if notificationSubtype != nil, notificationType == nil {
            throw .invalidRequest(RequestMistake("notificationSubtype", "needs notificationType"))
        }
        return [
            ("startDate", .integer(startDate)), ("endDate", .integer(endDate)),
            ("notificationType", notificationType.map { .string($0.rawValue) }),
            ("notificationSubtype", notificationSubtype.map { .string($0.rawValue) }),
            ("transactionId", transactionId.map(JSONValue.string)),
            ("onlyFailures", onlyFailures.map(JSONValue.boolean)),
        ]
    }
}
