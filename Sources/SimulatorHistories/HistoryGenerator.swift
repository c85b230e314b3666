package import StoreSimulator

/// Makes random but lawful histories: what customers, the App Store and an operator do, and what is sent of it.
///
/// A history depends on the seed, the app and its number alone, so that any one can be had again without those before
/// it, and many can be made side by side. No two histories of one generator share an id.
package struct HistoryGenerator: Hashable, Sendable {
    /// The app that sells; its environment is what the payloads claim.
    package let app: SimulatedApp
    /// Where everything random comes from.
    package let seed: UInt64

    /// When the first thing happens in every history: 2026-01-31T10:00:00Z, a day that most months do not have.
    package static let start: Int64 = 1_769_853_600_000
    /// The last moment at which anything is signed: the end of the year 2099.
    package static let end: Int64 = 4_102_444_799_000

    /// Makes a generator.
    package init(app: SimulatedApp, seed: UInt64) {
        self.app = app
        self.seed = seed
    }

    /// The history of a number, from 0 up to a billion.
    package func history(_ number: Int) -> SimulatedHistory {
        var run = HistoryRun(app: app, seed: seed, number: number)
        return run.history()
    }
}
