internal import CPostgreSQL

/// One setting of a connection, under libpq's name for it.
struct ConnectionSetting: Hashable, Sendable {
    var keyword: String
    var value: String

    /// What a connection string says, as libpq reads it; nil when libpq cannot.
    ///
    /// What libpq says about a string that it cannot read repeats parts of it, so nobody gets to see that.
    static func all(in connectionString: String) -> [ConnectionSetting]? {
        var message: UnsafeMutablePointer<CChar>?
        let options = unsafe PQconninfoParse(connectionString, &message)
        defer {
            unsafe PQconninfoFree(options)
            unsafe PQfreemem(message)
        }
        guard var option = unsafe options else { return nil }
        var settings: [ConnectionSetting] = []
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe settings.append(
                    ConnectionSetting(keyword: String(cString: keyword), value: String(cString: value)))
            }
            unsafe option += 1
        }
        return settings
    }
}
