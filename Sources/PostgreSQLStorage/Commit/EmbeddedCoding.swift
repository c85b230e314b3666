internal import EntitlementStorage
internal import Entitlements

/// Keeps in one value which signed objects were cut out of a notification, and where.
enum EmbeddedCoding {
    /// What leads to one of them.
    struct Reference: Hashable, Sendable {
        var header: Int32
        var version: VersionRowKey
    }

    /// One of them, read back.
    struct Place: Hashable, Sendable {
        var position: Int
        var reference: Reference
    }

    static func bytes(of parts: [EmbeddedText<Reference>]) -> [UInt8]? {
        guard !parts.isEmpty else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            let version = part.reference.version
            put(Int64(part.position), 4, into: &bytes)
            put(Int64(part.reference.header), 4, into: &bytes)
            put(Int64(version.scope), 4, into: &bytes)
            put(Int64(version.kind), 1, into: &bytes)
            put(version.stamp.date, 8, into: &bytes)
            bytes += version.stamp.digest.bytes
            put(Int64(version.name.count), 2, into: &bytes)
            bytes += version.name
            // A renewal info is named by its line.
            let root = version.root == version.name ? [] : version.root
            put(Int64(root.count), 2, into: &bytes)
            bytes += root
        }
        return bytes
    }

    static func places(_ bytes: [UInt8]) throws(PostgreSQLFailure) -> [Place] {
        var rest = bytes[...]
        var places: [Place] = []
        while !rest.isEmpty {
            let position = try number(4, &rest)
            let header = try number(4, &rest)
            let scope = try number(4, &rest)
            let kind = try number(1, &rest)
            let date = try number(8, &rest)
            guard let digest = FactDigest(bytes: try take(32, &rest)) else { throw damage }
            let name = try take(Int(try number(2, &rest)), &rest)
            let root = try take(Int(try number(2, &rest)), &rest)
            places.append(
                Place(
                    position: Int(position),
                    reference: Reference(
                        header: Int32(truncatingIfNeeded: header),
                        version: VersionRowKey(
                            root: root.isEmpty ? name : root, scope: Int32(truncatingIfNeeded: scope),
                            kind: Int16(truncatingIfNeeded: kind), name: name,
                            stamp: FactStamp(date: date, digest: digest)))))
        }
        return places
    }

    private static let damage = PostgreSQLFailure.damage("the places inside a notification cannot be read")

    private static func put(_ number: Int64, _ count: Int, into bytes: inout [UInt8]) {
        for place in stride(from: (count - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Int64(place)))
        }
    }

    private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) throws(PostgreSQLFailure) -> [UInt8] {
        guard rest.count >= count else { throw damage }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// A number without sign, but for one of eight bytes.
    private static func number(_ count: Int, _ rest: inout ArraySlice<UInt8>) throws(PostgreSQLFailure) -> Int64 {
        try take(count, &rest).reduce(0) { $0 << 8 | Int64($1) }
    }
}
