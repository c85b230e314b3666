/// What a session is told when it is made.
public struct SessionOptions: Sendable {
    /// The first moment of 2026, at which virtual clocks start unless told otherwise.
    public static let defaultStart: Int64 = 1_767_225_600_000

    /// The app that sells.
    public var app: SimulatedApp
    /// Where time comes from.
    public var clock = SessionClock.virtual(start: SessionOptions.defaultStart)
    /// Where ids come from: the same seed gives the same history.
    public var seed: UInt64 = 1
    /// Whose keys sign; `nil` makes an authority of the session's own, or Xcode's certificate for that environment.
    public var chain: SigningChain?
    /// Choices about payloads that differ from place to place.
    public var payloads = PayloadSettings()
    /// How many notifications the session keeps for its history; the oldest go first.
    public var historyLimit = 100_000

    /// The defaults for an app.
    public init(app: SimulatedApp) { self.app = app }
}
