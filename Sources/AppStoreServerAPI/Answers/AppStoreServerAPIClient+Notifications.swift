public import AppStoreModels
internal import StrictJSON

extension AppStoreServerAPIClient {
    /// Asks the App Store to send a notification of the type TEST.
    ///
    /// - Returns: The token by which the result is asked.
    /// - Throws: ``ServerAPIError``.
    public func requestTestNotification() async throws(ServerAPIError) -> ServerAPIAnswer<SendTestNotificationResponse>
    {
        try await ask(.requestTestNotification())
    }

    /// Gets what became of a test notification; not available in its first moments.
    ///
    /// - Parameter testNotificationToken: The token that was answered when it was requested.
    /// - Returns: The notification, verified, and the attempts to deliver it.
    /// - Throws: ``ServerAPIError``.
    public func getTestNotificationStatus(
        testNotificationToken: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<SentNotification> {
        let answer: ServerAPIAnswer<CheckTestNotificationResponse> = try await ask(
            .getTestNotificationStatus(testNotificationToken: testNotificationToken))
        let name = "signedPayload"
        let notification = try open { () throws(SignedFieldFailure) in
            try reader(answer.environment).notification(answer.value.json[name], at: name)
        }
        return answer.with(
            SentNotification(notification: notification, sendAttempts: answer.value.sendAttempts ?? []))
    }
}
