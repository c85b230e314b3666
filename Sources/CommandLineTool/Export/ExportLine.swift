internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import JWS
internal import NotificationProcessing
internal import StrictJSON

/// The lines of an export: a header, what was signed, what was rejected, the ledger, an end that counts them.
///
/// What was signed is exported with when and how it came, and everything that Apple said follows from that. Where the
/// notification around them was forgotten, transactions and renewal infos are lines of their own. The ledger is what the
/// operator's own programs decided.
enum ExportLine {
    /// The version of the format; one that is not known is refused.
    static let version: Int64 = 1

    /// How many lines of each kind there are.
    struct Counts: Hashable, Sendable {
        var notifications = 0
        var transactions = 0
        var renewalInfos = 0
        var appTransactions = 0
        var rejected = 0
        var ledger = 0

        var total: Int { notifications + transactions + renewalInfos + appTransactions + rejected + ledger }
    }

    static var header: JSONValue {
        ["kind": "header", "format": "storekeeper-export", "version": .integer(version)]
    }

    static func end(_ counts: Counts) -> JSONValue {
        var members = [
            JSONMember("kind", "end"), JSONMember("notifications", .integer(counts.notifications)),
            JSONMember("transactions", .integer(counts.transactions)),
        ]
        if counts.renewalInfos > 0 { members.append(JSONMember("renewalInfos", .integer(counts.renewalInfos))) }
        if counts.appTransactions > 0 {
            members.append(JSONMember("appTransactions", .integer(counts.appTransactions)))
        }
        members += [
            JSONMember("rejected", .integer(counts.rejected)), JSONMember("ledger", .integer(counts.ledger)),
        ]
        return .object(members)
    }

    static func line(_ notification: NotificationText) -> JSONValue {
        [
            "kind": "notification", "receivedAt": .integer(notification.record.receivedAt),
            "source": .string(notification.record.source.rawValue),
            "outcome": .string(notification.record.outcome.rawValue),
            "signedPayload": .string(String(decoding: notification.text.compact, as: UTF8.self)),
        ]
    }

    /// A signed object that came by itself, or whose notification was forgotten; nil for what is no such object.
    static func line(_ version: VersionText, of identity: FactIdentity) -> JSONValue? {
        guard let text = version.text else { return nil }
        let (kind, name): (String, String)
        switch identity.kind {
        case .transaction: (kind, name) = ("transaction", "signedTransactionInfo")
        case .renewalInfo: (kind, name) = ("renewalInfo", "signedRenewalInfo")
        case .appTransaction: (kind, name) = ("appTransaction", "signedAppTransactionInfo")
        case .storeStatus, .notification: return nil
        }
        var members = [
            JSONMember("kind", .string(kind)), JSONMember("receivedAt", .integer(version.receivedAt)),
            JSONMember("source", .string(version.source.rawValue)),
        ]
        // The only one that does not name its app.
        if identity.kind == .renewalInfo { members.append(JSONMember("bundleId", .string(identity.scope.bundleId))) }
        members.append(JSONMember(name, .string(String(decoding: text.compact, as: UTF8.self))))
        return .object(members)
    }

    static func line(_ rejected: RejectedInput) -> JSONValue {
        [
            "kind": "rejected", "receivedAt": .integer(rejected.receivedAt),
            "source": .string(rejected.source.rawValue), "code": .string(rejected.code),
            "body": .string(Base64.encode(rejected.body)),
        ]
    }
}

/// Reads the lines of an export.
struct ExportLines: LineReading {
    /// What was read so far.
    private(set) var counts = ExportLine.Counts()
    /// Whether a header came first.
    private(set) var hasHeader = false
    /// What an export says of itself that this program does not know; nothing of it is taken.
    private(set) var foreignFormat: String?
    /// Whether a further export began before the one before it was whole.
    private var hasGap = false
    /// Whether the last line that was read is the end, and counts what came before it.
    private(set) var isComplete = false
    /// What was rejected and is in the store already, so that a second import adds nothing.
    private let isKnown: @Sendable (_ body: [UInt8], _ receivedAt: Int64) -> Bool

    init(isKnown: @escaping @Sendable (_ body: [UInt8], _ receivedAt: Int64) -> Bool) { self.isKnown = isKnown }

    mutating func content(of line: [UInt8]) -> LineContent {
        let wasComplete = isComplete
        isComplete = false
        guard foreignFormat == nil else { return .nothing }
        let root: JSONNode
        do { root = try JSONDocument(parsing: line).root } catch {
            return .failure(ExportLines.failure("the line is not acceptable JSON", got: error.description))
        }
        switch root["kind"]?.string {
        case "header":
            guard root["format"]?.string == "storekeeper-export", root["version"]?.number?.integer == ExportLine.version
            else {
                let found = ["format", "version"].map { name in
                    root[name].map { String(decoding: $0.source.prefix(40), as: UTF8.self) } ?? "none"
                }
                foreignFormat = "format \(found[0]), version \(found[1])"
                return .failure(ExportLines.failure("the export has another format", got: foreignFormat))
            }
            // Exports may follow one another.
            if counts.total > 0 {
                if !wasComplete { hasGap = true }
                counts = ExportLine.Counts()
            }
            hasHeader = true
            return .nothing
        case "end":
            isComplete = counts.matches(root) && !hasGap
            return .nothing
        case _ where !hasHeader:
            return .failure(ExportLines.failure("the line comes before the header of an export"))
        case "notification":
            counts.notifications += 1
            return input(root) { root in root["signedPayload"]?.string.map { .notification(Array($0.utf8)) } }
        case "transaction":
            counts.transactions += 1
            return input(root) { root in root["signedTransactionInfo"]?.string.map { .transaction(Array($0.utf8)) } }
        case "renewalInfo":
            counts.renewalInfos += 1
            return input(root) { root in
                guard let bundleId = root["bundleId"]?.string else { return nil }
                return root["signedRenewalInfo"]?.string.map { .renewalInfo(Array($0.utf8), bundleId: bundleId) }
            }
        case "appTransaction":
            counts.appTransactions += 1
            return input(root) { root in
                root["signedAppTransactionInfo"]?.string.map { .appTransaction(Array($0.utf8)) }
            }
        case "ledger":
            counts.ledger += 1
            guard let entry = LedgerEntry(exported: root) else {
                return .failure(ExportLines.failure("the line lacks what its kind needs"))
            }
            return .entry(entry)
        case "rejected":
            counts.rejected += 1
            let content = input(root) { root in
                root["body"]?.string.flatMap { try? Base64.decode($0) }.map { .body($0) }
            }
            guard case .input(let input) = content, case .body(let body) = input.content else { return content }
            return isKnown(body, input.receivedAt ?? 0) ? .nothing : content
        default: return .failure(ExportLines.failure("the line is of no known kind"))
        }
    }

    private func input(_ root: JSONNode, _ content: (JSONNode) -> ArrivedInput.Content?) -> LineContent {
        guard let content = content(root), let receivedAt = root["receivedAt"]?.number?.integer,
            let source = root["source"]?.string.flatMap(DeliverySource.init(rawValue:))
        else { return .failure(ExportLines.failure("the line lacks what its kind needs")) }
        return .input(ArrivedInput(content, source: source, receivedAt: receivedAt))
    }

    private static func failure(_ message: String, got: String? = nil) -> VerificationFailure {
        VerificationFailure(.inputKind, message, expected: "a line that storekeeper export wrote", got: got)
    }
}

extension ExportLine.Counts {
    fileprivate func matches(_ root: JSONNode) -> Bool {
        root["notifications"]?.number?.integer == Int64(notifications)
            && root["transactions"]?.number?.integer == Int64(transactions)
            && root["rejected"]?.number?.integer == Int64(rejected)
            // An export that has none of these does not count them.
            && root["renewalInfos"]?.number?.integer ?? 0 == Int64(renewalInfos)
            && root["appTransactions"]?.number?.integer ?? 0 == Int64(appTransactions)
            && root["ledger"]?.number?.integer ?? 0 == Int64(ledger)
    }
}
