/// Where a delivery stands.
package enum DeliveryState: String, Hashable, CaseIterable, Sendable {
    /// It is still to be sent, or to be sent again.
    case waiting
    /// The receiver took it.
    case delivered
    /// It was tried until the patience was over; it is kept, and can be recovered.
    case failed
}

extension DeliveryState: StoredAsNumber {
    // Queries and partial indexes have these numbers written out.
    /// The number that stands for the word.
    package var storedNumber: Int64 {
        switch self {
        case .waiting: 1
        case .delivered: 2
        case .failed: 3
        }
    }
}
