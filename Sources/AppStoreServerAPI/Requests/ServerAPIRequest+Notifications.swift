internal import StrictJSON

extension ServerAPIRequest {
    /// Asks for a page of the notifications that the App Store sent.
    ///
    /// - Parameters:
    ///   - request: Which notifications.
    ///   - paginationToken: Where to go on; `nil` begins.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getNotificationHistory(
        _ request: NotificationHistoryRequest, paginationToken: String? = nil
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getNotificationHistory, .post, "/inApps/v1/notifications/history",
            body: .json(.object(omitting: request.members()))
        ).setting("paginationToken", to: paginationToken)
    }

    /// Asks the App Store to send a notification of the type TEST.
    ///
    /// - Returns: The request.
    /// - Throws: Nothing today.
    public static func requestTestNotification() throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(.requestTestNotification, .post, "/inApps/v1/notifications/test")
    }

    /// Asks what became of a test notification.
    ///
    /// - Parameter testNotificationToken: The token that was answered when it was requested.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getTestNotificationStatus(
        testNotificationToken: String
    ) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getTestNotificationStatus, .get, "/inApps/v1/notifications/test/{testNotificationToken}",
            ["testNotificationToken": testNotificationToken])
    }
}
