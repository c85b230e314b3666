package import AppStoreVerification
package import EntitlementStorage
package import NotificationProcessing

/// Lets what was fetched enter by the door of everything else, with its source.
package struct FactMerger: Sendable {
    private let processor: NotificationProcessor

    /// Merges by a processor, which verifies everything itself.
    package init(processor: NotificationProcessor) { self.processor = processor }

    /// Why nothing was merged; the same inputs can come again.
    package enum Failure: Error {
        /// The store cannot take it.
        case store(StoreError)
        /// It cannot be judged now.
        case postponed(VerificationFailure)
    }

    /// How many inputs share one transaction.
    private static let groupSize = 128

    /// Merges the news of a page.
    package func merge(_ page: ReconciledPage) async throws(Failure) -> [ProcessingReport] {
        try await merge(page.comparisons.flatMap(\.news).flatMap(\.contents), source: .serverAPI)
    }

    /// Merges inputs in their order.
    package func merge(
        _ contents: [ArrivedInput.Content], source: DeliverySource
    ) async throws(Failure) -> [ProcessingReport] {
        var reports: [ProcessingReport] = []
        var rest = contents[...]
        while !rest.isEmpty {
            let group = rest.prefix(FactMerger.groupSize)
            rest = rest.dropFirst(group.count)
            let batch = await processor.prepare(batch: group.map { ArrivedInput($0, source: source) })
            if let failure = batch.postponement { throw .postponed(failure) }
            do throws(StoreError) { reports += try await processor.commit(batch) } catch { throw .store(error) }
        }
        return reports
    }
}
