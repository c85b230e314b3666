public import AppStoreModels

/// A notification before it is signed: what happened, and the state at that moment.
public struct SimulatedNotification: Hashable, Sendable, Identifiable {
    /// Its UUID in lower case; a retry keeps it, a new notification of the same kind gets another.
    public var id: String
    /// What happened.
    public var type: NotificationType
    /// The variant; payloads leave it out when there is none.
    public var subtype: NotificationSubtype?
    /// When it is signed, in milliseconds since 1970-01-01T00:00:00Z; the parts inside are signed at the same moment.
    public var signedDate: Int64
    /// What it is about.
    public var content: Content

    /// Puts a notification together.
    public init(
        id: String, type: NotificationType, subtype: NotificationSubtype? = nil, signedDate: Int64, content: Content
    ) {
        self.id = id
        self.type = type
        self.subtype = subtype
        self.signedDate = signedDate
        self.content = content
    }

    /// The one of the four containers that a notification carries.
    public enum Content: Hashable, Sendable {
        /// Transactions, renewal info and status.
        case data(Data)
        /// The result of a mass extension.
        case summary(Summary)
        /// A token of a purchase outside the App Store.
        case externalPurchaseToken(ExternalPurchase)
        /// A customer's download of the app.
        case appData(SimulatedAppTransaction)
    }

    /// The container of everything about purchases; a test notification leaves it almost empty.
    public struct Data: Hashable, Sendable {
        /// The transaction.
        public var transaction: SimulatedTransaction?
        /// The renewal info; only for auto-renewable subscriptions.
        public var renewalInfo: SimulatedRenewalInfo?
        /// The subscription's status; only for auto-renewable subscriptions.
        public var status: SubscriptionStatus?
        /// The customer's reason; only for consumption requests.
        public var consumptionRequestReason: ConsumptionRequestReason?

        /// Puts the container together.
        public init(
            transaction: SimulatedTransaction? = nil, renewalInfo: SimulatedRenewalInfo? = nil,
            status: SubscriptionStatus? = nil, consumptionRequestReason: ConsumptionRequestReason? = nil
        ) {
            self.transaction = transaction
            self.renewalInfo = renewalInfo
            self.status = status
            self.consumptionRequestReason = consumptionRequestReason
        }
    }

    /// The container of a mass extension's result.
    public struct Summary: Hashable, Sendable {
        /// The id that the request gave itself.
        public var requestIdentifier: String
        /// The product whose subscriptions were extended.
        public var productID: String
        /// The storefronts the request was limited to; empty for all.
        public var storefrontCountryCodes: [String]
        /// How many subscriptions were extended.
        public var succeededCount: Int
        /// How many were not.
        public var failedCount: Int

        /// Puts the container together.
        public init(
            requestIdentifier: String, productID: String, storefrontCountryCodes: [String] = [], succeededCount: Int,
            failedCount: Int
        ) {
            self.requestIdentifier = requestIdentifier
            self.productID = productID
            self.storefrontCountryCodes = storefrontCountryCodes
            self.succeededCount = succeededCount
            self.failedCount = failedCount
        }
    }

    /// The container of a purchase outside the App Store.
    public struct ExternalPurchase: Hashable, Sendable {
        /// The token's id; a prefix `SANDBOX` marks tokens of the sandbox.
        public var id: String
        /// When the token was made, in milliseconds since 1970-01-01T00:00:00Z.
        public var creationDate: Int64
        /// The kind of token; only for custom links.
        public var type: ExternalPurchaseTokenType?
        /// When the token ends, in milliseconds since 1970-01-01T00:00:00Z; only for custom links.
        public var expirationDate: Int64?

        /// Puts the container together.
        public init(
            id: String, creationDate: Int64, type: ExternalPurchaseTokenType? = nil, expirationDate: Int64? = nil
        ) {
            self.id = id
            self.creationDate = creationDate
            self.type = type
            self.expirationDate = expirationDate
        }
    }
}
