import AppStoreModels
import AppStoreVerification
import Foundation

/// A webhook handler: takes the body of a request, answers with a status, and knows who may use what.
actor Webhook {
    private struct Subscription {
        var signedDate: Int64
        var account: String?
        var productId: String
        var isEntitled: Bool
    }

    private struct Body: Decodable {
        var signedPayload: String
    }

    private let verifier: SignedDataVerifier
    private let now: @Sendable () -> Int64
    private var subscriptions: [String: Subscription] = [:]

    init(verifier: SignedDataVerifier, now: @escaping @Sendable () -> Int64) {
        self.verifier = verifier
        self.now = now
    }

    func receive(_ body: [UInt8]) -> Int {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(body)),
            case .notification(let verified) = try? verifier.verify(
                Array(body.signedPayload.utf8), as: .notification, now: now()),
            verified.nestedFailure == nil
        else { return 400 }
        let notification = verified.notification.payload
        guard let transaction = verified.transaction?.payload, let status = notification.data?.status,
            let line = transaction.originalTransactionId, let product = transaction.productId,
            let date = notification.signedDate?.milliseconds
        else { return 200 }
        // Notifications come late, twice and in any order: what was signed last holds.
        if let known = subscriptions[line], known.signedDate >= date { return 200 }
        subscriptions[line] = Subscription(
            signedDate: date, account: transaction.appAccountToken, productId: product,
            isEntitled: status == .active || status == .billingGracePeriod)
        return 200
    }

    func mayUse(_ productId: String, account: String) -> Bool {
        subscriptions.values.contains { $0.account == account && $0.productId == productId && $0.isEntitled }
    }
}
