public import AppStoreModels

extension AppStoreServerAPIClient {
    /// Sets where the App Store asks which retention message to show.
    ///
    /// - Parameter realtimeURL: The URL, up to 256 characters.
    /// - Returns: Where it holds now.
    /// - Throws: ``ServerAPIError``.
    public func configureRealtimeURL(realtimeURL: String) async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.configureRealtimeURL(realtimeURL: realtimeURL))
    }

    /// Lets the App Store ask nobody.
    ///
    /// - Returns: Where it held.
    /// - Throws: ``ServerAPIError``.
    public func deleteRealtimeURL() async throws(ServerAPIError) -> ServerAPIAnswer<Void> {
        try await tell(.deleteRealtimeURL())
    }

    /// Gets where the App Store asks.
    ///
    /// - Returns: The URL.
    /// - Throws: ``ServerAPIError``.
    public func getRealtimeURL() async throws(ServerAPIError) -> ServerAPIAnswer<RealtimeUrlResponse> {
        try await ask(.getRealtimeURL())
    }

    /// Begins a test of how fast the realtime URL answers.
    ///
    /// - Parameter originalTransactionId: The line of purchases that is asked about.
    /// - Returns: The id by which the result is asked.
    /// - Throws: ``ServerAPIError``.
    public func initiatePerformanceTest(
        originalTransactionId: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<PerformanceTestResponse> {
        try await ask(.initiatePerformanceTest(originalTransactionId: originalTransactionId))
    }

    /// Gets how a performance test went.
    ///
    /// - Parameter requestId: The id that was answered when it began.
    /// - Returns: How it went.
    /// - Throws: ``ServerAPIError``.
    public func getPerformanceTestResults(
        requestId: String
    ) async throws(ServerAPIError) -> ServerAPIAnswer<PerformanceTestResultResponse> {
        try await ask(.getPerformanceTestResults(requestId: requestId))
    }
}
