internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import Entitlements

/// Asks the App Store for all that it knows of one customer.
struct CustomerInquiry: Sendable {
    /// How many pages of one history are read at most.
    static let pageLimit = 2500

    let client: AppStoreServerAPIClient
    let budget: RequestBudget
    let includesRefunds: Bool

    /// Asks about the customer whom any id leads to.
    ///
    /// - Parameters:
    ///   - id: A transactionId, originalTransactionId or appTransactionId.
    ///   - knowsSubscription: Whether the store holds a subscription, so that statuses are asked for in any case.
    /// - Returns: What was answered, each page verified.
    /// - Throws: ``InquiryFailure``.
    func ask(_ id: String, knowsSubscription: Bool) async throws(InquiryFailure) -> FetchedCustomer {
        var customer = FetchedCustomer()
        try await read(.transactions, of: id, into: &customer)
        if includesRefunds { try await read(.refunds, of: id, into: &customer) }
        guard knowsSubscription || customer.hasSubscription else { return customer }
        guard budget.take() else { throw .budget }
        do throws(ServerAPIError) {
            let answer = try await client.getAllSubscriptionStatuses(anyTransactionId: id)
            budget.note(attempts: answer.attempts)
            customer.add(answer.value)
        } catch {
            throw .server(error)
        }
        return customer
    }

    private func read(
        _ origin: FetchedStatement.Origin, of id: String, into customer: inout FetchedCustomer
    ) async throws(InquiryFailure) {
        do throws(ServerAPIError) {
            var pages =
                origin == .refunds
                ? try client.refundHistory(anyTransactionId: id).makeAsyncIterator()
                : try client.transactionHistory(anyTransactionId: id).makeAsyncIterator()
            for _ in 0..<CustomerInquiry.pageLimit {
                guard budget.take() else { break }
                guard let page = try await pages.next() else { return }
                budget.note(attempts: page.attempts)
                customer.add(page.value.transactions, from: origin)
                guard page.value.hasMore else { return }
            }
        } catch {
            throw .server(error)
        }
        throw budget.remaining == 0 ? .budget : .endless
    }
}

/// Why nothing is known of a customer.
enum InquiryFailure: Error {
    /// No request remains.
    case budget
    /// The history does not end.
    case endless
    /// The App Store does not answer, or refuses.
    case server(ServerAPIError)
}

extension FetchedCustomer {
    fileprivate var hasSubscription: Bool {
        statements.contains { statement in
            guard let first = statement.versions.first, case .transaction(let transaction) = first.statement else {
                return false
            }
            return transaction.type == ProductType.autoRenewableSubscription.rawValue
        }
    }
}
