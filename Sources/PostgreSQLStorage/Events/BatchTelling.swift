internal import EntitlementStorage
internal import Entitlements

/// A delivery that brought something new, as the decision about its batch leaves it.
struct BatchTelling {
    let delivery: VerifiedDelivery
    let outcome: ProcessingOutcome
    /// Those of its statements that were new.
    var versions: [FactVersion] = []
    /// What the batch said before of transactions that move.
    var related: [FactVersion] = []
    /// The transactions that stand on more than one line, with the keys of all of these.
    var moved: [FactKey: [[UInt8]]] = [:]

    /// Every line that something new was ever said about.
    func touched() throws(PostgreSQLFailure) -> Set<LineIdentity> {
        var lines = Set(
            versions.compactMap { version in
                version.statement.lineId.map {
                    LineIdentity(scope: version.identity.scope, originalTransactionId: $0)
                }
            })
        for root in moved.values.joined() {
            guard let id = IdentifierKey.identifier(of: root) else { throw .damage("an id cannot be read") }
            lines.insert(LineIdentity(scope: delivery.scope, originalTransactionId: id))
        }
        return lines
    }
}
