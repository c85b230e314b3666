internal import CPostgreSQL

/// One setting of a connection, under libpq's name for it.
struct ConnectionSetting: Hashable, Sendable {
    var keyword: String
    var value: String

    /// Whether libpq has a setting of this name.
    static func isKnown(_ keyword: String) -> Bool {
        // Its own word for a name that it takes in addresses only.
        if keyword == "ssl" { return true }
        guard let options = unsafe PQconndefaults() else { return true }
        defer { unsafe PQconninfoFree(options) }
        var option = unsafe options
        while let known = unsafe option.pointee.keyword {
            if unsafe String(cString: known) == keyword { return true }
            unsafe option += 1
        }
        return false
    }

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
