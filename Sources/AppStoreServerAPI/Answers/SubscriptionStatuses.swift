public import AppStoreModels
public import AppStoreVerification
public import StrictJSON

/// How a customer's subscriptions stand.
public struct SubscriptionStatuses: Sendable {
    /// One subscription; every signed part of it is verified, and speaks of the same line.
    public struct Item: Sendable {
        /// The group.
        public let subscriptionGroupIdentifier: String?
        /// The subscription's line of purchases.
        public let originalTransactionId: String
        /// The state, in the App Store's own judgement; it is not signed.
        public let status: SubscriptionStatus?
        /// The latest transaction.
        public let transaction: Verified<JWSTransactionDecodedPayload>
        /// The renewal state.
        public let renewalInfo: Verified<JWSRenewalInfoDecodedPayload>
    }

    /// The subscriptions that are verified.
    public internal(set) var items: [Item] = []
    /// Why others are not.
    public internal(set) var failures: [SignedFieldFailure] = []
    /// The answer as it came.
    public let json: JSONNode

    init(json: JSONNode) { self.json = json }

    /// All subscriptions, where all are verified.
    ///
    /// - Returns: The subscriptions.
    /// - Throws: ``ServerAPIError``, `unverified`, for the first that is not.
    public func all() throws(ServerAPIError) -> [Item] {
        if let first = failures.first { throw .unverified(first) }
        return items
    }
}

extension SubscriptionStatuses {
    /// Reads an answer.
    init(_ response: StatusResponse, reader: SignedFieldReader) {
        self.init(json: response.json)
        for (place, group) in response.json["data"].elementsOrNone.enumerated() {
            let name = group["subscriptionGroupIdentifier"]?.string
            for (index, node) in group["lastTransactions"].elementsOrNone.enumerated() {
                do throws(SignedFieldFailure) {
                    let path = "data[\(place)].lastTransactions[\(index)]"
                    items.append(try Self.item(node, group: name, path: path, index: index, reader: reader))
                } catch {
                    failures.append(error)
                }
            }
        }
    }

    private static func item(
        _ node: JSONNode, group: String?, path: String, index: Int, reader: SignedFieldReader
    ) throws(SignedFieldFailure) -> Item {
        let transaction = try reader.transaction(
            node["signedTransactionInfo"], at: "\(path).signedTransactionInfo", index: index)
        let renewalInfo = try reader.renewalInfo(
            node["signedRenewalInfo"], at: "\(path).signedRenewalInfo", index: index)
        let line = (try? LastTransactionsItem(node))?.originalTransactionId
        guard let line, line == transaction.payload.originalTransactionId,
            line == renewalInfo.payload.originalTransactionId
        else {
            throw SignedFieldFailure(
                path: path, index: index,
                failure: VerificationFailure(.nestedMismatch, "the parts speak of different lines of purchases"))
        }
        return Item(
            subscriptionGroupIdentifier: group, originalTransactionId: line,
            status: (try? LastTransactionsItem(node))?.status, transaction: transaction, renewalInfo: renewalInfo)
    }
}

extension JSONNode? {
    /// The elements of an array; none for anything else.
    var elementsOrNone: [JSONNode] { self.map { Array($0.elements) } ?? [] }
}
