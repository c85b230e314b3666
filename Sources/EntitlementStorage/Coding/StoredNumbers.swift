package import Entitlements

/// A closed set of words that rows keep as numbers; a number once given is never used for another word.
package protocol StoredAsNumber: Sendable {
    /// The number that stands for the word.
    var storedNumber: Int64 { get }
    /// Every word.
    static var allCases: [Self] { get }
}

extension StoredAsNumber {
    /// The word for a number.
    package init(storedNumber: Int64) throws(StoredValueDamage) {
        guard let word = Self.allCases.first(where: { $0.storedNumber == storedNumber }) else {
            throw StoredValueDamage("no \(Self.self) has number \(storedNumber)")
        }
        self = word
    }
}

extension FactKind: StoredAsNumber {
    // The numbers are in the order of the kinds: queries sort by them.
    /// The number that stands for the word.
    package var storedNumber: Int64 {
        switch self {
        case .appTransaction: 1
        case .notification: 2
        case .renewalInfo: 3
        case .storeStatus: 4
        case .transaction: 5
        }
    }
}

extension DeliverySource: StoredAsNumber {
    /// The number that stands for the word.
    package var storedNumber: Int64 {
        switch self {
        case .appStore: 1
        case .client: 2
        case .ingest: 3
        case .history: 4
        case .serverAPI: 5
        }
    }
}

extension EntitlementEventType: StoredAsNumber {
    package var storedNumber: Int64 {
        switch self {
        case .granted: 1
        case .renewed: 2
        case .extended: 3
        case .productChanged: 4
        case .graceStarted: 5
        case .billingRetryStarted: 6
        case .expired: 7
        case .revoked: 8
        case .restored: 9
        case .autoRenewChanged: 10
        case .credited: 11
        case .refunded: 12
        case .consumptionRequested: 13
        case .priceIncreasePending: 14
        case .priceIncreaseAccepted: 15
        case .offerRedeemed: 16
        case .notificationRecorded: 17
        }
    }
}

extension ProcessingOutcome: StoredAsNumber {
    /// The number that stands for the word.
    package var storedNumber: Int64 {
        switch self {
        case .applied: 1
        case .superseded: 2
        case .recorded: 3
        case .quarantined: 4
        case .rejected: 5
        case .duplicate: 6
        }
    }
}
