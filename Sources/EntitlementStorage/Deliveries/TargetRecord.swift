/// What is kept about a target beside its deliveries.
package struct TargetRecord: Hashable, Sendable {
    /// Its name in the configuration.
    package var name: String
    /// The place of the last event that was looked at.
    package var cursor: Int64
    /// Since when and why nothing is sent; nil while something is.
    package var pause: TargetPause?
    /// How well it answers.
    package var health: TargetHealth

    /// Puts a record together.
    package init(name: String, cursor: Int64, pause: TargetPause? = nil, health: TargetHealth = TargetHealth()) {
        self.name = name
        self.cursor = cursor
        self.pause = pause
        self.health = health
    }
}

/// Why nothing is sent to a target for now.
package struct TargetPause: Hashable, Sendable {
    /// Since when, in milliseconds since 1970.
    package var at: Int64
    /// The reason in words.
    package var reason: String

    /// Puts a pause together.
    package init(at: Int64, reason: String) {
        self.at = at
        self.reason = reason
    }
}

/// How well a target has answered of late.
package struct TargetHealth: Hashable, Sendable {
    /// Attempts that failed in a row, of whatever deliveries.
    package var failures: Int
    /// Until when it is left alone, in milliseconds since 1970; nil when it is not.
    package var closedUntil: Int64?

    /// A target that answers.
    package init(failures: Int = 0, closedUntil: Int64? = nil) {
        self.failures = failures
        self.closedUntil = closedUntil
    }
}

/// Where the reading of a new target begins.
package enum TargetStart: String, Hashable, CaseIterable, Sendable {
    /// With the next event.
    case end
    /// With the first event that is kept.
    case beginning
}

/// How much waits for a target.
package struct TargetCounts: Hashable, Sendable {
    /// The target.
    package var target: TargetRecord
    /// Deliveries that are still to be made.
    package var waiting: Int64
    /// Deliveries that were given up, and are kept.
    package var failed: Int64
    /// When the oldest of those that wait was put in the queue; nil when none waits.
    package var oldest: Int64?

    /// Puts the counts together.
    package init(target: TargetRecord, waiting: Int64, failed: Int64, oldest: Int64?) {
        self.target = target
        self.waiting = waiting
        self.failed = failed
        self.oldest = oldest
    }
}
