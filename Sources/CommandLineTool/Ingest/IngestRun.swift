internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing

/// What a line of an input is.
enum LineContent: Hashable, Sendable {
    /// Something to be verified.
    case input(ArrivedInput)
    /// Nothing that could be verified.
    case failure(VerificationFailure)
    /// Something that the operator's programs decided.
    case entry(LedgerEntry)
    /// A line that is about the input itself.
    case nothing
}

/// Reads the lines of an input.
protocol LineReading: Sendable {
    /// Reads one line.
    mutating func content(of line: [UInt8]) -> LineContent
}

/// Lines that are what was posted, a notification each.
struct BodyLines: LineReading {
    func content(of line: [UInt8]) -> LineContent { .input(ArrivedInput(.body(line), source: .ingest)) }
}

/// Takes lines in groups: while one group is committed, the next one is read and verified.
struct IngestRun<Reading: LineReading> {
    let processor: NotificationProcessor
    private(set) var reading: Reading
    private(set) var report: IngestReport
    private var progress: ProgressBar

    init(processor: NotificationProcessor, reading: Reading, report: IngestReport, progress: ProgressBar) {
        self.processor = processor
        self.reading = reading
        self.report = report
        self.progress = progress
    }

    /// One group: its line numbers and what is in them; a line with a failure holds nothing.
    private struct Group: Sendable {
        /// How many lines share a transaction.
        static var size: Int { 256 }
        /// How many bytes a group may hold before it is committed early.
        static var byteLimit: Int { 8 << 20 }

        var lines: [(number: Int, failure: VerificationFailure?)] = []
        var inputs: [ArrivedInput] = []
        var entries: [(number: Int, entry: LedgerEntry)] = []
        var bytes = 0
        var bytesRead = 0
    }

    /// Takes every line; the reports come out in the order of the lines.
    mutating func take(_ lines: LineReader, name: String) async throws(CommandError) -> IngestSummary {
        var lines = lines
        let processor = processor
        var group = try nextGroup(&lines, name: name)
        var prepared = await processor.prepare(batch: group?.inputs ?? [])
        while let current = group {
            let batch = prepared
            async let outcome = IngestRun.commit(batch, by: processor)
            let next = Result { () throws(CommandError) in try nextGroup(&lines, name: name) }
            if case .success(let following?) = next {
                prepared = await processor.prepare(batch: following.inputs)
            }
            tell(current, try await outcome.get())
            for (number, entry) in current.entries {
                do throws(StoreError) {
                    report.add(try await processor.store.take(entry), entry, line: number)
                } catch {
                    throw CommandError(error)
                }
            }
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
        if let failure = batch.postponement {
            return .failure(
                .unavailable(
                    Problem(
                        failure.description + (failure.got.map { " (\(TerminalText.plain($0)))" } ?? ""),
                        hint: "run the same command again later: what was taken so far is not taken twice")))
        }
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
            if let failure = line.failure {
                report.add(ProcessingReport(outcome: .rejected, failure: failure), line: line.number)
            } else if let next = remaining.popFirst() {
                report.add(next, line: line.number)
            }
        }
        progress.update(bytes: group.bytesRead, items: report.summary.lines)
    }

    private mutating func nextGroup(_ lines: inout LineReader, name: String) throws(CommandError) -> Group? {
        var group = Group()
        var isAtEnd = false
        do throws(SystemError) {
            while group.lines.count + group.entries.count < Group.size, group.bytes < Group.byteLimit {
                guard let line = try lines.next() else {
                    isAtEnd = true
                    break
                }
                add(line, to: &group)
            }
        } catch {
            throw .misconfigured([Problem("cannot read \(name): \(error.text)")])
        }
        group.bytesRead = lines.bytesRead
        return isAtEnd && group.lines.isEmpty && group.entries.isEmpty ? nil : group
    }

    private mutating func add(_ line: LineReader.Line, to group: inout Group) {
        guard let bytes = line.bytes else {
            let failure = VerificationFailure(
                .inputTooLarge, "the line is too long", expected: "at most \(CommandIO.inputLimit) bytes")
            group.lines.append((line.number, failure))
            return
        }
        switch reading.content(of: bytes) {
        case .input(let input):
            group.lines.append((line.number, nil))
            group.inputs.append(input)
            group.bytes += bytes.count
        case .failure(let failure): group.lines.append((line.number, failure))
        case .entry(let entry): group.entries.append((line.number, entry))
        case .nothing: break
        }
    }
}
