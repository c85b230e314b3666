/// The statement that holds for one transaction at an instant, and when the transaction was first heard of.
struct HeldTransaction {
    let identity: FactIdentity
    let stamp: FactStamp
    let statement: TransactionStatement
    /// The least date of all versions that count, not only of the one that holds.
    let firstSignedDate: Int64

    var id: String { identity.id }
    var reference: FactReference { FactReference(identity: identity, stamp: stamp) }
}
