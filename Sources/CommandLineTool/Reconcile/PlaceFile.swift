internal import EntitlementStorage
internal import StrictJSON

/// Where a long run has come to, kept in a file beside the store, so that one that was broken off can go on.
struct PlaceFile: Sendable {
    static let flag = FlagDefinition.value(
        "place", "FILE", "keeps the place there; beside the store unless given, and removed at the end")
    static let continuation = FlagDefinition.toggle("continue", "goes on where the last run was broken off")

    /// The file; `nil` where there is no place to keep one.
    let path: String?
    private let command: String

    /// Chooses the file: the given one, or one beside a store that is a file, or one in the current folder.
    init(command: String, given: String?, store url: String) {
        self.command = command
        if let given {
            path = given
        } else {
            switch try? StoreURL(url) {
            case .sqlite(let file): path = "\(file).\(command)-place"
            case .postgresql: path = "storekeeper.\(command)-place"
            default: path = nil
            }
        }
    }

    /// What was kept; an error where there is nothing.
    func read(io: CommandIO) throws(CommandError) -> JSONNode {
        guard let path, io.files.kind(of: path) != nil else {
            throw .misconfigured([
                Problem(
                    "there is no place to go on from",
                    hint: "leave out \(Self.continuation.dashed): a run that ended is done"
                )
            ])
        }
        let bytes = try io.contents(of: path)
        guard let root = try? JSONDocument(parsing: bytes).root, root["command"]?.string == command else {
            throw .misconfigured([Problem("\(Quoted.word(path)) holds no place of \(command)")])
        }
        return root
    }

    /// Keeps a place; a failure is told, and no reason to end the run.
    func save(_ members: JSONValue, io: CommandIO) {
        guard let path else { return }
        var place: JSONValue = ["command": .string(command)]
        if case .object(let list) = members { for member in list { place[member.name] = member.value } }
        do throws(SystemError) { try io.files.replaceFile(path, bytes: Array(JSONWriter().text(place).utf8)) } catch {
            io.warn("cannot keep the place in \(Quoted.word(path)): \(error.text)")
        }
    }

    /// Takes the file away once everything is done.
    func remove(io: CommandIO) {
        guard let path, io.files.kind(of: path) != nil else { return }
        try? io.files.removeFile(path)
    }
}
