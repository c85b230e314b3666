package import AppStoreVerification
package import EntitlementStorage

/// Bodies that were judged, in their order, and wait to be committed together.
package struct PreparedBatch: Sendable {
    let deliveries: [JudgedDelivery]

    /// What the store is to keep, in the order of the bodies.
    package var submissions: [Submission] { deliveries.compactMap(\.submission) }

    /// Why a body cannot be judged now; nil when all of them were.
    ///
    /// The same bodies must be prepared again later.
    package var postponement: VerificationFailure? { deliveries.first { $0.submission == nil }?.report.failure }

    /// For each body why it was rejected; nil for what was not.
    package var rejections: [VerificationFailure?] {
        deliveries.map { delivery in
            if case .rejected? = delivery.submission { delivery.report.failure } else { nil }
        }
    }

    /// The same without what was rejected, for inputs that are kept already.
    package var withoutRejected: PreparedBatch {
        PreparedBatch(
            deliveries: deliveries.filter { delivery in
                if case .rejected? = delivery.submission { false } else { true }
            })
    }
}
