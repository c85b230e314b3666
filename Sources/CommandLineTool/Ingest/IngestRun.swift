internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing

/// Takes lines in groups: while one group is committed, the next one is read and verified.
struct IngestRun {
    /// How many lines share a transaction.
    private static let groupSize = 256
    /// How many bytes a group may hold before it is committed early.
    private static let groupBytes = 8 << 20

    let processor: NotificationProcessor
    var report: IngestReport
    var progress: ProgressBar

    init(processor: NotificationProcessor, report: IngestReport, progress: ProgressBar) {
        self.processor = processor
        self.report = report
        self.progress = progress
    }

    /// One group: its line numbers and what is in them; too long a line holds nothing.
    private struct Group: Sendable {
        var lines: [(number: Int, isTooLong: Bool)] = []
        var bodies: [[UInt8]] = []
        var bytes = 0
        var bytesRead = 0
    }

    /// Takes every line; the reports come out in the order of the lines.
    mutating func take(_ lines: LineReader, name: String) async throws(CommandError) -> IngestSummary {
        var lines = lines
        let processor = processor
        var group = try IngestRun.nextGroup(&lines, name: name)
        var prepared = await processor.prepare(batch: group?.bodies ?? [], source: .ingest)
        while let current = group {
            let batch = prepared
            async let outcome = IngestRun.commit(batch, by: processor)
            let next = Result { () throws(CommandError) in try IngestRun.nextGroup(&lines, name: name) }
            if case .success(let following?) = next {
                prepared = await processor.prepare(batch: following.bodies, source: .ingest)
            }
            tell(current, try await outcome.get())
            // What was read before a failure is committed and told of first.
            group = try next.get()
        }
        progress.clear()
        report.finish()
        return report.summary
    }

    private static func commit(
        _ batch: PreparedBatch, by processor: NotificationProcessor
    ) async -> Result<[ProcessingReport], CommandError> {
        do throws(StoreError) {
            return .success(try await processor.commit(batch))
        } catch {
            return .failure(CommandError(error))
        }
    }

    private mutating func tell(_ group: Group, _ reports: [ProcessingReport]) {
        var remaining = reports[...]
        progress.clear()
        for line in group.lines {
            if line.isTooLong {
                report.add(
                    ProcessingReport(
                        outcome: .rejected,
                        failure: VerificationFailure(
                            .inputTooLarge, "the line is too long", expected: "at most \(CommandIO.inputLimit) bytes")),
                    line: line.number)
            } else if let next = remaining.popFirst() {
                report.add(next, line: line.number)
            }
        }
        progress.update(bytes: group.bytesRead, items: report.summary.lines)
    }

    private static func nextGroup(_ lines: inout LineReader, name: String) throws(CommandError) -> Group? {
        var group = Group()
        do throws(SystemError) {
            while group.lines.count < groupSize, group.bytes < groupBytes, let line = try lines.next() {
                group.lines.append((line.number, line.bytes == nil))
                if let bytes = line.bytes {
                    group.bodies.append(bytes)
                    group.bytes += bytes.count
                }
            }
        } catch {
            throw .misconfigured([Problem("cannot read \(name): \(error.text)")])
        }
        group.bytesRead = lines.bytesRead
        return group.lines.isEmpty ? nil : group
    }
}
