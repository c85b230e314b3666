package import StoreSimulator
internal import StrictJSON

/// The App Store Server API, answered from a session.
///
/// It does no I/O: a request that passed the checks on its way in goes in, an answer comes out.
package struct ServerAPI: Sendable {
    /// What the API knows beside the session.
    package struct Surroundings: Sendable {
        /// Whether notifications are sent anywhere.
        package var isNotifying = false
        /// The attempts made so far for a notification, by its UUID.
        package var attempts: @Sendable (_ notificationID: String) -> [SendAttempt] = { _ in [] }
        /// Takes down what was told about the consumption of a transaction.
        package var noteConsumption: @Sendable (_ transaction: Int, _ body: [UInt8]) -> Void = { _, _ in }
        /// Real time in milliseconds since 1970-01-01T00:00:00Z; tokens of the notification history live by it.
        package var realTime: @Sendable () -> Int64 = { 0 }

        /// Nothing is sent, and real time stands still.
        package init() {}
    }

    /// How many transactions or notifications a page has at most.
    static let pageSize = 20

    let session: SimulatorSession
    let surroundings: Surroundings

    /// Answers from a session.
    package init(session: SimulatorSession, surroundings: Surroundings = Surroundings()) {
        self.session = session
        self.surroundings = surroundings
    }

    /// Answers a request.
    package func answer(_ endpoint: ServerEndpoint, _ request: ServiceRequest) -> ServiceAnswer {
        do throws(ServerAPIFailure) {
            guard let json = try result(endpoint, request) else { return ServiceAnswer(status: endpoint.successStatus) }
            return ServiceAnswer(status: endpoint.successStatus, json: json)
        } catch {
            return error.answer
        }
    }

    private func result(
        _ endpoint: ServerEndpoint, _ request: ServiceRequest
    ) throws(ServerAPIFailure) -> JSONValue? {
        switch endpoint {
        case .transactionInfo: return try transactionInfo(request)
        case .transactionHistory, .transactionHistoryV1: return try history(endpoint, request)
        case .subscriptionStatuses: return try statuses(request)
        case .refundHistory: return try refundHistory(request)
        case .refundHistoryV1: return try refundHistoryV1(request)
        case .lookUpOrder: return try lookUpOrder(request)
        case .extendRenewalDate: return try extendRenewalDate(request)
        case .massExtendRenewalDate: return try massExtend(request)
        case .massExtensionStatus: return try massExtensionStatus(request)
        case .notificationHistory: return try notificationHistory(request)
        case .requestTestNotification: return try requestTestNotification()
        case .testNotificationStatus: return try testNotificationStatus(request)
        case .consumption, .consumptionV1: try takeConsumption(endpoint, request)
        case .setAppAccountToken: try setAppAccountToken(request)
        case .appTransactionInfo: return try appTransactionInfo(request)
        case .finishTransaction: try finishTransaction(request)
        }
        return nil
    }
}
