/// What a client cannot know by itself: the time, chance, and how to wait.
public struct ClientSurroundings: Sendable {
    /// The present, in milliseconds since 1970.
    public var now: @Sendable () -> Int64
    /// Any number, each time another.
    public var random: @Sendable () -> UInt64
    /// Waits so many milliseconds; throws when the task is cancelled meanwhile.
    public var sleep: @Sendable (_ milliseconds: Int64) async throws(CancellationError) -> Void

    /// Gives a client its surroundings.
    public init(
        now: @escaping @Sendable () -> Int64, random: @escaping @Sendable () -> UInt64,
        sleep: @escaping @Sendable (_ milliseconds: Int64) async throws(CancellationError) -> Void
    ) {
        self.now = now
        self.random = random
        self.sleep = sleep
    }

    /// The system's chance and patience, with a clock that is given.
    ///
    /// - Parameter now: The present, in milliseconds since 1970.
    /// - Returns: The surroundings.
    public static func system(now: @escaping @Sendable () -> Int64) -> ClientSurroundings {
        ClientSurroundings(now: now, random: { UInt64.random(in: .min ... .max) }) {
            milliseconds throws(CancellationError) in
            // Task.sleep throws nothing else.
            do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { throw CancellationError() }
        }
    }
}
