internal import EntitlementStorage
internal import Entitlements

/// Row ids that never change once they are committed, kept to spare look-ups.
struct KnownRows {
    /// Rows of `scope`.
    var scopes: [AppScope: Int64] = [:]
    /// Rows of `header`, the last used first; a service meets very few, all of them long.
    private var headers: [(segment: [UInt8], id: Int64)] = []

    private static let limit = 8

    mutating func header(_ segment: [UInt8]) -> Int64? {
        guard let position = headers.firstIndex(where: { ByteSearch.areEqual($0.segment, segment) }) else { return nil }
        let id = headers[position].id
        if position > 0 { headers.swapAt(0, position) }
        return id
    }

    mutating func remember(header segment: [UInt8], id: Int64) {
        headers.insert((segment, id), at: 0)
        if headers.count > KnownRows.limit { headers.removeLast() }
    }
}
