/// Why a request is not sent: a value of it that the App Store would refuse, or take for another.
public struct RequestMistake: Hashable, Sendable, CustomStringConvertible {
    /// The value's name, such as `transactionId`.
    public let name: String
    /// What is wrong with it: the rest of a sentence that begins with the name.
    public let problem: String

    /// Says what is wrong.
    public init(_ name: String, _ problem: String) {
        self.name = name
        self.problem = problem
    }

    /// One line for people; holds nothing of the value.
    public var description: String { "\(name) \(problem)" }
}
