/// The server that a store is on.
package struct ServerCondition: Hashable, Sendable {
    /// Its version in its own words.
    package var version: String
    /// Whether it follows another server, and takes no writes.
    package var isStandby: Bool
    /// Whether this session may write.
    package var takesWrites: Bool
    /// Of the present month and the two after it, those that have no partition of the log, such as `2027-01`.
    package var missingMonths: [String]

    /// Describes a server.
    package init(version: String, isStandby: Bool, takesWrites: Bool, missingMonths: [String] = []) {
        self.version = version
        self.isStandby = isStandby
        self.takesWrites = takesWrites
        self.missingMonths = missingMonths
    }
}
