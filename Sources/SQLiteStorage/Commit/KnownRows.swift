internal import Entitlements
internal import Glibc

/// Row ids that never change once they are committed, kept to spare look-ups.
struct KnownRows {
    /// Rows of `scope`.
    var scopes: [AppScope: Int64] = [:]
    /// Rows of `header`, the last used first; a service meets very few, all of them long.
    private var headers: [(segment: [UInt8], id: Int64)] = []

    private static let limit = 8

    mutating func header(_ segment: [UInt8]) -> Int64? {
        guard let position = headers.firstIndex(where: { KnownRows.areEqual($0.segment, segment) }) else { return nil }
        let id = headers[position].id
        if position > 0 { headers.swapAt(0, position) }
        return id
    }

    /// Compares as fast as the machine can: a header is thousands of bytes long and met several times a notification.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                guard let start = left.baseAddress, let other = right.baseAddress else { return true }
                return unsafe memcmp(start, other, left.count) == 0
            }
        }
    }

    mutating func remember(header segment: [UInt8], id: Int64) {
        headers.insert((segment, id), at: 0)
        if headers.count > KnownRows.limit { headers.removeLast() }
    }
}
