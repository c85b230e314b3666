package import AppStoreModels
package import StoreSimulator

/// One step of a scenario.
package enum ScenarioStep: Hashable, Sendable {
    /// Somebody does something.
    case action(StoreAction)
    /// Settings change.
    case settings([NamedSetting])
    /// Time passes.
    case advance(TimeStep)
    /// What a server that received everything so far must answer.
    case expect(EntitlementExpectation)
    /// What was sent since the last such step, by names such as `SUBSCRIBED.INITIAL_BUY`, in order.
    case expectNotifications([String])
    /// The step before must be refused, by the name of the reason.
    case expectError(String)

    /// How time passes.
    package enum TimeStep: Hashable, Sendable {
        /// For a duration of the calendar.
        case duration(CalendarDuration, text: String)
        /// For milliseconds.
        case milliseconds(Int64)
        /// Until a moment, in milliseconds since 1970-01-01T00:00:00Z.
        case moment(Int64)
        /// Until the next thing that happens by itself.
        case nextEvent
    }

    /// A setting with its value as it was written.
    package struct NamedSetting: Hashable, Sendable {
        /// The setting's name.
        package var name: String
        /// The value as JSON.
        package var value: String
        /// The change.
        package var action: StoreAction

        /// Names a change.
        package init(name: String, value: String, action: StoreAction) {
            self.name = name
            self.value = value
            self.action = action
        }
    }
}
