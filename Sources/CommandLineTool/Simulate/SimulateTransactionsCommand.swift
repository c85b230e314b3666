internal import AppStoreModels
internal import StrictJSON

/// Lists the transactions of a running simulator.
struct SimulateTransactionsCommand: Command {
    static let product = FlagDefinition.value("product", "ID", "only of this product")
    static let customer = FlagDefinition.value("customer", "ID", "only this customer's")
    static let since = FlagDefinition.value("since", "TIME", "only bought at or after this moment")
    static let json = FlagDefinition.toggle("json", "prints one JSON object")

    static let definition = CommandDefinition(
        "simulate transactions", "lists the transactions of a running simulator",
        flags: [product, customer, since, SimulatorConnection.url, json],
        examples: [
            .init("simulate transactions", "everything that was bought"),
            .init("simulate transactions --product pro.monthly --since 2026-11-01", "what is recent of one product"),
        ])

    private let connection: SimulatorConnection
    private let query: [(String, String)]
    private let since: TimeArgument?
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        connection = SimulatorConnection(reading: &arguments)
        let filters = [("product", arguments.text(Self.product)), ("customer", arguments.text(Self.customer))]
        query = filters.compactMap { name, value in value.map { (name, $0) } }
        since = arguments.time(Self.since)
        isJSON = arguments.isSet(Self.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let date = since.map { [("since", String($0.milliseconds(now: io.now())))] } ?? []
        let answer = try await connection.get(["transactions"], query: query + date)
        if isJSON {
            io.output.writeLine(JSONWriter().text(.node(answer)))
            return .fine
        }
        var table = TextTable([
            ("TRANSACTION", .right), ("CUSTOMER", .left), ("PRODUCT", .left), ("BOUGHT", .left), ("UNTIL", .left),
            ("PRICE", .right), ("NOTE", .left),
        ])
        let transactions = answer["transactions"]?.elements.map(\.self) ?? []
        for transaction in transactions { table.add(SimulateTransactionsCommand.row(transaction)) }
        let pending = answer["pendingPurchases"]?.elements.map(\.self) ?? []
        for purchase in pending {
            table.add(
                [
                    text(purchase, "transactionId"), text(purchase, "customer"), text(purchase, "productId"),
                    SimulateTransactionsCommand.time(purchase["date"]), "", "",
                    purchase["waitsFor"]?.string == "askToBuy" ? "waits for approval" : "waits for the customer",
                ].map(TerminalText.plain))
        }
        for line in table.lines { io.output.writeLine(line) }
        if transactions.isEmpty, pending.isEmpty { io.hint("no transactions") }
        return .fine
    }

    private func text(_ node: JSONNode, _ name: String) -> String { node[name]?.string ?? "" }

    private static func row(_ transaction: JSONNode) -> [String] {
        func text(_ name: String) -> String { transaction[name]?.string ?? "" }
        var notes: [String] = []
        if text("transactionReason") == "RENEWAL" { notes.append("renewal") }
        if text("inAppOwnershipType") == "FAMILY_SHARED" { notes.append("family") }
        if transaction["isUpgraded"]?.boolean == true { notes.append("upgraded") }
        if transaction["revocationDate"] != nil { notes.append("revoked") }
        let quantity = transaction["quantity"]?.number?.integer ?? 1
        if quantity != 1 { notes.append("\(quantity) pieces") }
        let price = transaction["price"]?.number?.integer.map {
            Money(milliunits: $0, currency: text("currency")).description
        }
        return [
            text("transactionId"), text("customer"), text("productId"), time(transaction["purchaseDate"]),
            time(transaction["expiresDate"]), price ?? "", notes.joined(separator: ", "),
        ].map(TerminalText.plain)
    }

    private static func time(_ node: JSONNode?) -> String {
        node?.number?.integer.map { TimeText.utc($0) } ?? ""
    }
}
