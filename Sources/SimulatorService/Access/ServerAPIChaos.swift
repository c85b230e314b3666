internal import AppStoreModels
package import StoreSimulator

/// What goes wrong with answers of the Server API at random, from a seed.
package struct ServerAPIChaos: Hashable, Sendable {
    /// What becomes of one request.
    package enum Fate: Hashable, Sendable {
        /// It is answered as it should be.
        case answered
        /// It is answered by an error that passes.
        case error
        /// It is answered as if the limit were exceeded.
        case limited
    }

    /// Where everything random comes from.
    package var seed: UInt64
    /// The chance of an error that passes.
    package var error = 0.0
    /// The chance of an answer as if the limit were exceeded.
    package var limit = 0.0
    /// The chance of an answer that comes late.
    package var slow = 0.0
    /// How late it comes at most, in milliseconds of real time.
    package var longestDelay: Int64 = 1000

    /// Lets nothing go wrong.
    package init(seed: UInt64) { self.seed = seed }

    /// What becomes of the next request, and how late its answer comes, in milliseconds.
    package func draw(_ numbers: inout SeededNumbers) -> (fate: Fate, delay: Int64) {
        // Always as many numbers, so that one chance does not change what the others hit.
        let (first, second, third) = (numbers.fraction(), numbers.fraction(), numbers.fraction())
        let fate: Fate = first < error ? .error : first < error + limit ? .limited : .answered
        return (fate, second < slow ? Int64(third * Double(longestDelay)) : 0)
    }
}
