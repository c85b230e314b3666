internal import StrictJSON

/// Looks for everything that keeps notifications from arriving, and says what to do.
struct DoctorCommand: Command {
    static let definition = CommandDefinition(
        "doctor", "looks for what keeps notifications from arriving, the likeliest cause first",
        discussion: [
            "Checks configuration, trust anchors, store and disk, clock, key, public address and Server API, each for "
                + "itself; what cannot mean anything before another check goes well is skipped, and says which. Nothing "
                + "is changed, and no key, token or payload is shown.",
            "Without --url, --online and --notify nobody is asked over the network. --notify has a TEST notification "
                + "sent; with --store it is looked for there. Exit code 1 means that something must be mended, 3 that "
                + "what is wrong may pass by itself.",
        ],
        flags: DoctorOptions.flags,
        examples: [
            .init("doctor --config storekeeper.json", "what can be seen on this machine"),
            .init(
                "doctor --config storekeeper.json --url https://example.com/v1/notifications --online",
                "the public address and the key too"),
            .init("doctor --config storekeeper.json --notify --environment Sandbox", "the whole way, there and back"),
        ])

    private let options: DoctorOptions

    init(reading arguments: inout ArgumentReader) { options = DoctorOptions(reading: &arguments) }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let report = DoctorReport(await DoctorRun(options: options, io: io).findings())
        if options.isJSON {
            io.output.writeLine(JSONWriter().text(report.json(now: io.now())))
        } else {
            for line in report.lines(io.style(isPlain: options.isPlain)) { io.output.writeLine(line) }
        }
        return report.exitStatus
    }
}
