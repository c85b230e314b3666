internal import StoreKitConfiguration
internal import StrictJSON

/// Shows what a StoreKit configuration says, and writes editable copies.
struct SimulateConfigCommand: Command {
    static let file = ArgumentDefinition(
        "FILE", isRequired: true, "a .storekit file of Xcode, or the short form in JSON; - is standard input")
    static let convert = FlagDefinition.value(
        "convert", "FILE", "writes a local, editable copy in Xcode's layout; there is no way back to a synced file")
    static let force = FlagDefinition.toggle("force", "lets --convert replace a file")
    static let json = FlagDefinition.toggle("json", "prints one JSON object")

    static let definition = CommandDefinition(
        "simulate config", "shows products, offers and settings of a StoreKit configuration",
        discussion: [
            "Files of all versions of Xcode are read; what is not understood is kept in copies and told of on standard "
                + "error. The short form is JSON to be written by hand, and read strictly: {\"bundleId\": "
                + "\"com.example.app\", \"groups\": [{\"name\": \"Pro\", \"subscriptions\": [{\"id\": \"pro.monthly\", "
                + "\"level\": 1, \"period\": \"P1M\", \"price\": \"9.99\"}]}]}."
        ],
        arguments: [file], flags: [convert, force, json],
        examples: [
            .init("simulate config Store.storekit", "what is in force"),
            .init("simulate config Synced.storekit --convert Local.storekit", "an editable copy of a synced file"),
            .init("simulate config products.json --convert Store.storekit", "a file for Xcode from the short form"),
        ])

    private let file: String
    private let copy: String?
    private let isForced: Bool
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        file = arguments.word(Self.file) ?? ""
        copy = arguments.text(Self.convert)
        isForced = arguments.isSet(Self.force)
        isJSON = arguments.isSet(Self.json)
        if isForced, copy == nil {
            arguments.note(Problem("\(Self.force.dashed) goes with \(Self.convert.dashed)"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let read = try ConfigurationFile(file, io: io)
        if let copy { try write(read, to: copy, io: io) }
        if isJSON {
            var object = ConfigurationJSON.object(read.configuration)
            if let copy { object["converted"] = .string(copy) }
            io.output.writeLine(JSONWriter().text(object))
        } else {
            io.output.write(ConfigurationDescription(read.configuration, includesNotes: false).description)
        }
        for note in read.configuration.notes {
            io.error.writeLine("storekeeper: note: \(TerminalText.plain(ShortText.head("\(note)", limit: 400)))")
        }
        return .fine
    }

    private func write(_ read: ConfigurationFile, to path: String, io: CommandIO) throws(CommandError) {
        let copy: StoreConfiguration
        do throws(StoreConfigurationError) {
            copy = try read.configuration.localCopy()
        } catch {
            throw .misconfigured([Problem("\(read.name): \(error.description)", apart: ())])
        }
        do throws(SystemError) {
            if isForced {
                try io.files.replaceFile(path, bytes: copy.fileBytes)
            } else {
                try io.files.createFile(path, bytes: copy.fileBytes)
            }
        } catch {
            let hint = error.isExisting ? "\(Self.force.dashed) replaces it" : nil
            throw .misconfigured([Problem("cannot write \(Quoted.word(path)): \(error.text)", hint: hint)])
        }
        if !isJSON { io.error.writeLine("storekeeper: wrote \(TerminalText.plain(path))") }
    }
}
