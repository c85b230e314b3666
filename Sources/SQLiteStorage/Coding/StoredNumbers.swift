internal import Entitlements
internal import EntitlementStorage

/// A closed set of words that rows keep as numbers; a number once given is never used for another word.
protocol StoredAsNumber {
    var storedNumber: Int64 { get }
    static var allCases: [Self] { get }
}

extension StoredAsNumber {
    /// The word for a number.
    init(storedNumber: Int64) throws(SQLiteFailure) {
        guard let word = Self.allCases.first(where: { $0.storedNumber == storedNumber }) else {
            throw SQLiteFailure(
                code: .corrupt, message: "no \(Self.self) has number \(storedNumber)", operation: "read")
        }
        self = word
    }
}

extension FactKind: StoredAsNumber {
    // The numbers are in the order of the kinds: queries sort by them.
    var storedNumber: Int64 {
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
    var storedNumber: Int64 {
        switch self {
        case .appStore: 1
        case .client: 2
        case .ingest: 3
        }
    }
}

extension ProcessingOutcome: StoredAsNumber {
    var storedNumber: Int64 {
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
