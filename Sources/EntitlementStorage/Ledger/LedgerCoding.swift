/// Keeps what entries of the ledger say as numbered fields, which are part of the format.
package enum LedgerCoding {
    /// Writes what an entry says.
    package static func bytes(of content: LedgerContent) -> [UInt8] {
        var fields = FieldWriter()
        switch content {
        case .consumption(let consumption):
            fields.put(1, consumption.requested)
            fields.put(2, consumption.quantity)
            fields.put(3, consumption.bought)
            fields.put(4, consumption.consumed)
        case .link(let link):
            fields.put(1, link.customer)
            fields.put(2, link.action.storedNumber)
            fields.put(3, list: link.before.map { Array($0.utf8) })
            fields.put(4, link.by)
        }
        return fields.bytes
    }

    /// Reads what an entry about a kind of subject says.
    package static func content(
        _ bytes: [UInt8], kind: LedgerSubject.Kind
    ) throws(StoredValueDamage) -> LedgerContent {
        let fields = try FieldReader(bytes)
        switch kind {
        case .purchase:
            guard let quantity = fields.number(2), let bought = fields.number(3), let consumed = fields.number(4) else {
                throw damage
            }
            return .consumption(
                Consumption(requested: fields.number(1), quantity: quantity, bought: bought, consumed: consumed))
        case .line, .download:
            guard let action = fields.number(2) else { throw damage }
            return .link(
                CustomerLink(
                    customer: try fields.requiredText(1), action: try CustomerLink.Action(storedNumber: action),
                    before: try fields.list(3).map { String(decoding: $0, as: UTF8.self) }, by: fields.text(4)))
        }
    }

    private static let damage = StoredValueDamage("an entry of the ledger cannot be read")
}
