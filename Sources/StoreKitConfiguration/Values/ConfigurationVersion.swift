/// The version of a file's format.
public struct ConfigurationVersion: Hashable, Sendable {
    /// Raised when the format changes.
    public var major: Int
    /// Raised when something is added.
    public var minor: Int

    /// Names a version.
    public init(major: Int, minor: Int = 0) {
        self.major = major
        self.minor = minor
    }
}

extension ConfigurationVersion: CustomStringConvertible {
    /// Both numbers, such as `4.0`.
    public var description: String { "\(major).\(minor)" }
}
