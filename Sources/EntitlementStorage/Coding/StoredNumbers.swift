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
