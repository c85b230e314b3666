/// The address of a PostgreSQL database, as libpq reads it (PostgreSQL manual, "Connection URIs").
package struct PostgreSQLAddress: Hashable, Sendable {
    /// The whole address; it may hold a password and is never shown.
    package let connectionString: String
    /// Scheme, user, hosts and database: what may be shown and logged.
    package let shown: String
    /// Whether a password stands in the address.
    package let hasPassword: Bool
    /// Whether user, hosts and database can be told apart, so that nothing secret is taken for one of them.
    package let isWellFormed: Bool

    /// The names of the parameters, in their order.
    package let parameters: [String]

    /// Reads `postgresql://...` or `postgres://...`; nil for anything else.
    package init?(_ text: String) {
        guard let scheme = ["postgresql://", "postgres://"].first(where: { text.utf8.starts(with: $0.utf8) }),
            !text.utf8.contains(0)
        else { return nil }
        connectionString = text
        var rest = text.dropFirst(scheme.count)
        var user: [Substring] = []
        // libpq's rule: a user stands before the first at sign, where no slash comes before it.
        if let sign = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[sign] == "@" {
            user = rest[..<sign].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            rest = rest[sign...].dropFirst()
        }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        parameters = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { parameter in
            PostgreSQLAddress.decoded(parameter.prefix { $0 != "=" })
        }
        // A further at sign belongs to a password that should have been percent-encoded.
        isWellFormed = !rest.contains("@")
        hasPassword = user.count > 1 && !user[1].isEmpty || parameters.contains { $0.lowercased().contains("password") }
        shown = isWellFormed ? scheme + (user.first.map { "\($0)@" } ?? "") + (parts.first ?? "") : scheme + "..."
    }

    /// The name of a parameter without its percent-encoding.
    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = value(rest.first), let low = value(rest.dropFirst().first) {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func value(_ digit: UInt8?) -> UInt8? {
        digit.flatMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
    }
}
