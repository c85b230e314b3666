package import AppStoreModels
package import AppStoreServerAPI

/// Judges the round trip of a TEST notification.
package enum NotificationFindings {
    /// How far it came.
    package enum Outcome: Sendable {
        /// It could not be asked for.
        case refused(ServerAPIError)
        /// The result was not there when the patience was over, in seconds.
        case waiting(seconds: Int64)
        /// What became of it could not be asked.
        case lost(ServerAPIError)
        /// It was sent; the attempts in their order.
        case sent(uuid: String, [SendAttemptResult])
    }

    /// Whether the store has it.
    package enum Stored: Hashable, Sendable {
        /// It is there.
        case held
        /// It is not.
        case absent
        /// Nobody could look.
        case unknown
    }

    /// Judges a round trip.
    package static func judge(
        _ outcome: Outcome, stored: Stored, context: APIFindings.Context
    ) -> Finding {
        switch outcome {
        case .refused(let error): refused(error, context)
        case .waiting(let seconds):
            .problem(
                .notification, "waiting", "no result within \(seconds) s: it is not sent yet, or not told yet",
                next: ["wait longer (--wait), or ask again in some minutes"], isTemporary: true)
        case .lost(let error):
            .problem(
                .notification, "lost", "it was asked for, and its result cannot be had: \(error)", next: error.advice,
                isTemporary: error.isRetryable)
        case .sent(let uuid, let results): sent(uuid, results, stored, context)
        }
    }

    private static func refused(_ error: ServerAPIError, _ context: APIFindings.Context) -> Finding {
        if case .refused(let refusal) = error {
            if refusal.code == .serverNotificationURLNotFound {
                return .problem(
                    .notification, "no_url",
                    "no URL for notifications is entered for \(context.environment) in App Store Connect",
                    next: [
                        "enter it under App Information > App Store Server Notifications, for \(context.environment)",
                        "the other environment has a URL of its own: --environment names which is asked",
                    ])
            }
            if refusal.status == 401 {
                return .skipped(
                    .notification, waitingFor: ClockFindings.isWrong(context.skew) ? .clock : .api,
                    "the token was refused")
            }
        }
        return .problem(
            .notification, "refused", "no test notification can be asked for: \(error)", next: error.advice,
            isTemporary: error.isRetryable)
    }

    private static func sent(
        _ uuid: String, _ results: [SendAttemptResult], _ stored: Stored, _ context: APIFindings.Context
    ) -> Finding {
        guard let last = results.last else {
            return .problem(
                .notification, "waiting", "\(uuid) was not sent yet", next: ["ask again in some minutes"],
                isTemporary: true)
        }
        guard results.contains(.success) else {
            let count = results.count == 1 ? "" : " after \(results.count) attempts"
            return .problem(
                .notification, "undelivered",
                "the App Store could not deliver \(uuid)\(count): \(last.rawValue), \(last.explanation)",
                next: last.advice)
        }
        switch stored {
        case .held: return .ok(.notification, "\(uuid) was sent, delivered, and is in the store")
        case .unknown: return .ok(.notification, "\(uuid) was sent and delivered")
        case .absent:
            return .problem(
                .notification, "not_stored", "the App Store delivered \(uuid), and this store does not have it",
                next: [
                    "the URL in App Store Connect leads to another server, or to serve with another store",
                    "something in front answers a success by itself: look at the proxy",
                ])
        }
    }
}
