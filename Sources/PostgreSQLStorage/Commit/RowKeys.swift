internal import EntitlementStorage
internal import Entitlements

/// The key of a row of `line`.
struct LineKey: Hashable, Comparable {
    var scope: Int32
    /// The original transaction id.
    var original: [UInt8]

    static func < (left: LineKey, right: LineKey) -> Bool {
        left.scope == right.scope
            ? left.original.lexicographicallyPrecedes(right.original) : left.scope < right.scope
    }
}

/// The key of a row of `fact`.
struct FactKey: Hashable, Comparable {
    var scope: Int32
    var kind: Int16
    var name: [UInt8]

    /// The order in which every process takes the locks.
    static func < (left: FactKey, right: FactKey) -> Bool {
        if left.scope != right.scope { return left.scope < right.scope }
        if left.kind != right.kind { return left.kind < right.kind }
        return left.name.lexicographicallyPrecedes(right.name)
    }
}

/// The key of a row of `version`.
struct VersionRowKey: Hashable, Sendable {
    /// The original transaction id of the line, or the app transaction id.
    var root: [UInt8]
    var scope: Int32
    var kind: Int16
    var name: [UInt8]
    var stamp: FactStamp

    var fact: FactKey { FactKey(scope: scope, kind: kind, name: name) }
}

/// The key of one or two rows of `notification`: the verified one, and the one that was quarantined before.
struct LogKey: Hashable {
    var scope: Int32
    var uuid: [UInt8]
    var stamp: FactStamp

    var fact: FactKey {
        FactKey(scope: scope, kind: Int16(truncatingIfNeeded: FactKind.notification.storedNumber), name: uuid)
    }
}

/// The key of a row of `customer`.
struct CustomerKey: Hashable, Comparable {
    var id: [UInt8]
    var line: LineKey

    static func < (left: CustomerKey, right: CustomerKey) -> Bool {
        left.id == right.id ? left.line < right.line : left.id.lexicographicallyPrecedes(right.id)
    }
}
