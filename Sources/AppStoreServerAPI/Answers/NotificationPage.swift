public import AppStoreModels
public import AppStoreVerification
public import StrictJSON

/// A notification that the App Store sent, and what became of it.
public struct SentNotification: Sendable {
    /// The notification, with what is signed inside it.
    public let notification: VerifiedNotification
    /// The attempts to deliver it; none was made yet where there is none.
    public let sendAttempts: [SendAttemptItem]

    /// Whether an attempt was a success.
    public var isDelivered: Bool { sendAttempts.contains { $0.sendAttemptResult == .success } }
}

/// A page of the notifications that the App Store sent.
public struct NotificationPage: ServerAPIPage {
    /// The notifications that are verified.
    public internal(set) var notifications: [SentNotification] = []
    /// Why others are not.
    public internal(set) var failures: [SignedFieldFailure] = []
    /// Leads to the next page; only where there is one, and not for long.
    public let paginationToken: String?
    /// Whether there is a next page.
    public let hasMore: Bool
    /// The answer as it came.
    public let json: JSONNode

    /// Leads to the next page.
    public var nextToken: String? { paginationToken }

    /// Whether there is nothing on it.
    public var isEmpty: Bool { notifications.isEmpty && failures.isEmpty }

    /// Reads an answer.
    init(_ response: NotificationHistoryResponse, reader: SignedFieldReader) {
        paginationToken = response.paginationToken
        hasMore = response.hasMore ?? false
        json = response.json
        for (index, node) in response.json["notificationHistory"].elementsOrNone.enumerated() {
            do throws(SignedFieldFailure) {
                let path = "notificationHistory[\(index)].signedPayload"
                let notification = try reader.notification(node["signedPayload"], at: path, index: index)
                let attempts = (try? NotificationHistoryResponseItem(node))?.sendAttempts ?? []
                notifications.append(SentNotification(notification: notification, sendAttempts: attempts))
            } catch {
                failures.append(error)
            }
        }
    }
}
