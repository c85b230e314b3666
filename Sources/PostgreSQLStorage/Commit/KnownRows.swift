internal import EntitlementStorage
internal import Entitlements

/// Row ids that never change once they are committed, kept to spare look-ups.
///
/// They are believed for as long as one connection lasts: after a failover the rows may have other ids.
struct KnownRows {
    /// Rows of `scope`.
    private(set) var scopes: [AppScope: Int32] = [:]
    /// Rows of `header`, the last used first; a service meets very few, all of them long.
    private var headers: [(segment: [UInt8], id: Int32)] = []

    private static let limit = 64

    /// The scope of a row.
    func scope(ofRow row: Int32) -> AppScope? { scopes.first { $0.value == row }?.key }

    func row(of scope: AppScope) -> Int32? { scopes[scope] }

    func row(ofHeader segment: [UInt8]) -> Int32? {
        headers.first { ByteSearch.areEqual($0.segment, segment) }?.id
    }

    mutating func remember(_ scope: AppScope, id: Int32) { scopes[scope] = id }

    mutating func remember(header segment: [UInt8], id: Int32) { headers.insert((segment, id), at: 0) }

    /// Forgets the headers that were met long ago; between batches, so that a batch finds all of its own.
    mutating func shrink() {
        if headers.count > KnownRows.limit { headers.removeLast(headers.count - KnownRows.limit) }
    }
}
