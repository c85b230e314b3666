/// Something in a configuration that was ignored, or that a default stands in for.
public struct ConfigurationNote: Hashable, Sendable {
    /// Where it is, such as `settings._timeRate`; empty for the whole file.
    public let path: String
    /// What became of it, for a person.
    public let text: String

    /// Says what became of what.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

extension ConfigurationNote: CustomStringConvertible {
    /// One line for people.
    public var description: String { "\(path.isEmpty ? "the file" : path): \(text)" }
}

/// Gathers notes, and stops before a hostile file makes too many of them.
struct NoteCollector {
    /// How many notes are kept; more than a person will read.
    static let limit = 1000

    private var kept: [ConfigurationNote] = []
    private var left = 0

    /// Takes one more note.
    mutating func add(_ path: String, _ text: String) {
        if kept.count < NoteCollector.limit {
            kept.append(ConfigurationNote(path: path, text: text))
        } else {
            left += 1
        }
    }

    /// The notes in the order in which they came, and how many more there were.
    var notes: [ConfigurationNote] {
        left == 0 ? kept : kept + [ConfigurationNote(path: "", text: "\(left) more notes left out")]
    }
}
