/// Time and chance, as the sending of messages sees them; tests bring their own.
package struct DeliveryTime: Sendable {
    /// The present, in milliseconds since 1970.
    package var now: @Sendable () -> Int64
    /// Waits for so many milliseconds, or until the task is cancelled.
    package var sleep: @Sendable (_ milliseconds: Int64) async -> Void
    /// Any number.
    package var random: @Sendable () -> UInt64

    /// Takes time and chance from three functions.
    package init(
        now: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Int64) async -> Void,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }
}
