internal import AppStoreModels
internal import AppStoreVerification
internal import Entitlements

/// Reads what leads to customers: ids, receipts and signed transactions, one a line.
struct StartingPoints {
    /// One line, and the ids that it leads to.
    struct Point {
        var line: Int
        var ids: [String]
        /// Why it leads nowhere.
        var failure: VerificationFailure?
    }

    private var lines: LineReader
    private let name: String
    private let verifier: SignedDataVerifier
    private let scope: AppScope
    private let now: @Sendable () -> Int64

    /// Opens a file; only what is about the app and the environment that are asked about leads anywhere.
    init(_ file: String, scope: AppScope, verifier: SignedDataVerifier, io: CommandIO) throws(CommandError) {
        name = InputResolver.name(file)
        do throws(SystemError) {
            lines = io.lines(of: file == "-" ? io.input : try io.files.open(file))
        } catch {
            throw .misconfigured([Problem("cannot read \(InputResolver.name(file)): \(error.text)")])
        }
        self.scope = scope
        self.verifier = verifier
        now = io.now
    }

    /// The next lines that are not blank, so many at most; none at the end.
    mutating func next(_ count: Int) throws(CommandError) -> [Point] {
        var points: [Point] = []
        do throws(SystemError) {
            while points.count < count, let line = try lines.next() {
                guard let bytes = line.bytes else {
                    points.append(
                        Point(
                            line: line.number, ids: [],
                            failure: VerificationFailure(.inputTooLarge, "the line is too long")))
                    continue
                }
                points.append(point(bytes, line: line.number))
            }
        } catch {
            throw .misconfigured([Problem("cannot read \(name): \(error.text)")])
        }
        return points
    }

    private func point(_ bytes: [UInt8], line: Int) -> Point {
        do throws(VerificationFailure) {
            return Point(line: line, ids: try ids(bytes))
        } catch {
            return Point(line: line, ids: [], failure: error)
        }
    }

    /// The ids that a line leads to; what is signed counts only when it is verified.
    private func ids(_ bytes: [UInt8]) throws(VerificationFailure) -> [String] {
        if let input = ReceiptInput(recognizing: bytes[...]) {
            let verified = try verifier.verifyReceipt(input, requiresPurchase: true, now: now())
            try check(verified.receipt.bundleId, verified.environment)
            var seen: Set<String> = []
            return verified.receipt.inApp.map { $0.originalTransactionId ?? $0.transactionId }
                .filter { seen.insert($0).inserted }
        }
        if bytes.contains(UInt8(ascii: ".")) {
            guard case .transaction(let transaction) = try verifier.verify(bytes, as: .transaction, now: now()),
                let id = transaction.payload.originalTransactionId ?? transaction.payload.transactionId
            else { throw VerificationFailure(.payloadKind, "the payload is of another kind") }
            try check(transaction.bundleId, transaction.environment)
            return [id]
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard (1...64).contains(bytes.count), bytes.allSatisfy({ $0.isLetterOrDigit }) else {
            throw VerificationFailure(
                .inputKind, "the line is no id, receipt or signed transaction", got: ShortText.middle(text, limit: 40))
        }
        return [text]
    }

    private func check(
        _ bundleId: String?, _ environment: AppStoreModels.Environment?
    ) throws(VerificationFailure) {
        if let bundleId, !bundleId.utf8.elementsEqual(scope.bundleId.utf8) {
            throw VerificationFailure(
                .appBundleID, "the line is about another app than is asked about", expected: scope.bundleId,
                got: bundleId)
        }
        if let environment, environment.rawValue != scope.environment {
            throw VerificationFailure(
                .appEnvironment, "the line is from another environment than is asked", expected: scope.environment,
                got: environment.rawValue)
        }
    }
}

extension UInt8 {
    /// Whether it is what ids of the App Store consist of.
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
