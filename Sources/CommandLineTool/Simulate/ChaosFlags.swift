internal import AppStoreModels
internal import StoreSimulator

/// What goes wrong on the way to the receiver.
struct ChaosFlags: Hashable, Sendable {
    private static let section = "Chaos, from the seed"
    static let duplicate = FlagDefinition.value(
        "duplicate", "SHARE", section: section, "the share, from 0 to 1, of notifications that are sent twice")
    static let reorder = FlagDefinition.value(
        "reorder", "SHARE", section: section, "the share of notifications that wait until the next one was sent")
    static let delay = FlagDefinition.value(
        "delay", "DURATION", section: section, "how late notifications may come, such as PT72H")
    static let drop = FlagDefinition.value(
        "drop", "SHARE", section: section,
        "the share of first attempts that get lost; the sandbox makes no other, production retries")

    /// All of them.
    static let all = [duplicate, reorder, delay, drop]

    private var duplicate = 0.0
    private var reorder = 0.0
    private var drop = 0.0
    private var longestDelay: Int64?

    /// Reads the flags; what is wrong is noted in the reader.
    init(reading arguments: inout ArgumentReader) {
        duplicate = ChaosFlags.share(Self.duplicate, &arguments)
        reorder = ChaosFlags.share(Self.reorder, &arguments)
        drop = ChaosFlags.share(Self.drop, &arguments)
        guard let text = arguments.text(Self.delay) else { return }
        // Two weeks are more than twice as long as the App Store tries.
        let length = CalendarDuration(iso8601: text)?.end(from: 0)
        guard let length, (1...14 * 86_400_000).contains(length) else {
            arguments.note(
                Problem("\(Self.delay.dashed) is \(Quoted.word(text)), not a duration such as PT72H of at most 14 days")
            )
            return
        }
        longestDelay = length
    }

    /// What the flags say; `nil` when nothing goes wrong.
    func chaos(seed: UInt64) -> DeliveryChaos? {
        guard duplicate > 0 || reorder > 0 || drop > 0 || longestDelay != nil else { return nil }
        var chaos = DeliveryChaos(seed: seed)
        chaos.duplicate = duplicate
        chaos.reorder = reorder
        chaos.drop = drop
        if let longestDelay {
            chaos.delay = 1
            chaos.longestDelay = longestDelay
        }
        return chaos
    }

    private static func share(_ flag: FlagDefinition, _ arguments: inout ArgumentReader) -> Double {
        guard let text = arguments.text(flag) else { return 0 }
        if let share = Double(text), (0...1).contains(share) { return share }
        arguments.note(Problem("\(flag.dashed) is \(Quoted.word(text)), not a share from 0 to 1"))
        return 0
    }
}
