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
        case .line, .download: throw damage
        }
    }

    private static let damage = StoredValueDamage("an entry of the ledger cannot be read")
}
