internal import AppStoreModels
internal import EntitlementStorage
internal import Entitlements
internal import Reconciliation

/// Which lines are compared with the App Store.
enum ReconcileSelection: Hashable, Sendable {
    /// Every line of the environment.
    case all
    /// Lines of which nothing was signed for so many milliseconds.
    case stale(Int64)
    /// Lines that stand so.
    case state(EntitlementState)
    /// The lines that a customer's id ever led to.
    case customer(String)
    /// One line.
    case line(String)
    /// The customers whom the ids of a file lead to, known here or not.
    case ids(String)

    /// Whether a line is among them; only of what goes through the whole store.
    func takes(_ record: LineRecord, configuration: EvaluationConfiguration, now: Int64) -> Bool {
        switch self {
        case .stale(let age): record.greatestDate.map { now - $0 > age } ?? true
        case .state(let state):
            Evaluator.evaluate(record, configuration: configuration, now: now).contains { $0.state == state }
        case .all, .customer, .line, .ids: true
        }
    }

    /// What is kept of it, so that a run does not go on with another question.
    var text: String {
        switch self {
        case .all: "all"
        case .stale(let age): "stale \(age)"
        case .state(let state): "state \(state.rawValue)"
        case .customer(let id): "customer \(id)"
        case .line(let id): "line \(id)"
        case .ids(let file): "ids \(file)"
        }
    }
}

extension ReconcileSelection {
    static let everything = FlagDefinition.toggle("all", "compares every line of the environment")
    static let stale = FlagDefinition.value(
        "stale", "DURATION", "compares lines of which nothing was signed for so long, such as P30D")
    static let state = FlagDefinition.value(
        "state", "STATE", choices: EntitlementState.allCases.map(\.rawValue), "compares lines that stand so")
    static let customer = FlagDefinition.value(
        "customer", "ID",
        "compares a customer's lines: an appAccountToken, appTransactionId, originalTransactionId or transactionId")
    static let line = FlagDefinition.value("line", "ID", "compares one line, by its originalTransactionId")
    static let ids = FlagDefinition.value(
        "ids", "FILE|-",
        "asks about each line of a file: a transactionId, originalTransactionId or appTransactionId, a receipt in "
            + "base64, or a signed transaction")

    static let flags = [everything, stale, state, customer, line, ids]

    /// Reads the flags; exactly one of them is needed.
    init?(reading arguments: inout ArgumentReader) {
        let given = ReconcileSelection.flags.filter { arguments.isSet($0) }
        guard given.count == 1 else {
            let list = ReconcileSelection.flags.map(\.dashed).joined(separator: ", ")
            arguments.note(
                given.isEmpty
                    ? Problem("which lines?", hint: "write one of \(list)")
                    : Problem("\(given[0].dashed) and \(given[1].dashed) exclude each other"))
            return nil
        }
        if let id = arguments.text(Self.customer) {
            self = .customer(id)
        } else if let id = arguments.text(Self.line) {
            self = .line(id)
        } else if let file = arguments.text(Self.ids) {
            self = .ids(file)
        } else if let text = arguments.text(Self.stale) {
            guard let age = CalendarDuration(iso8601: text)?.end(from: 0), age > 0 else {
                arguments.note(
                    Problem("\(Self.stale.dashed) is \(Quoted.word(text)), not a duration such as P30D or PT12H"))
                return nil
            }
            self = .stale(age)
        } else if let state = arguments.text(Self.state).flatMap(EntitlementState.init(rawValue:)) {
            self = .state(state)
        } else {
            self = .all
        }
    }
}
