internal import StrictJSON

extension ServerAPIRequest {
    /// Sets where the App Store asks which retention message to show.
    ///
    /// - Parameter realtimeURL: The URL, up to 256 characters.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func configureRealtimeURL(realtimeURL: String) throws(ServerAPIError) -> ServerAPIRequest {
        guard realtimeURL.hasPrefix("https://"), realtimeURL.count <= 256 else {
            throw .invalidRequest(RequestMistake("realtimeURL", "is no https URL of up to 256 characters"))
        }
        return try ServerAPIRequest(
            .configureRealtimeURL, .put, "/inApps/v1/messaging/realtime/url",
            body: .json(["realtimeURL": .string(realtimeURL)]))
    }

    /// Lets the App Store ask nobody.
    ///
    /// - Returns: The request.
    /// - Throws: Nothing today.
    public static func deleteRealtimeURL() throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(.deleteRealtimeURL, .delete, "/inApps/v1/messaging/realtime/url")
    }

    /// Asks where the App Store asks.
    ///
    /// - Returns: The request.
    /// - Throws: Nothing today.
    public static func getRealtimeURL() throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(.getRealtimeURL, .get, "/inApps/v1/messaging/realtime/url")
    }

    /// Begins a test of how fast the realtime URL answers.
    ///
    /// - Parameter originalTransactionId: The line of purchases that is asked about.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func initiatePerformanceTest(
        originalTransactionId: String
    ) throws(ServerAPIError) -> ServerAPIRequest {
        guard !originalTransactionId.isEmpty else {
            throw .invalidRequest(RequestMistake("originalTransactionId", "is empty"))
        }
        return try ServerAPIRequest(
            .initiatePerformanceTest, .post, "/inApps/v1/messaging/performanceTest",
            body: .json(["originalTransactionId": .string(originalTransactionId)]))
    }

    /// Asks how a performance test went.
    ///
    /// - Parameter requestId: The id that was answered when it began.
    /// - Returns: The request.
    /// - Throws: ``ServerAPIError``, `invalidRequest`.
    public static func getPerformanceTestResults(requestId: String) throws(ServerAPIError) -> ServerAPIRequest {
        try ServerAPIRequest(
            .getPerformanceTestResults, .get, "/inApps/v1/messaging/performanceTest/result/{requestId}",
            ["requestId": requestId])
    }
}
