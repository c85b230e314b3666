package import AppStoreServerAPI

/// What was found out about some lines.
package struct ReconciledPage: Sendable {
    /// A line or id that nothing could be found out about.
    package struct Unchecked: Sendable {
        /// The id that was asked about.
        package var id: String
        /// Why; `nil` when the answer does not end.
        package var error: ServerAPIError?
    }

    /// Something signed that is not believed.
    package struct Refusal: Sendable {
        /// The id that was asked about.
        package var id: String
        /// What is wrong with it.
        package var failure: SignedFieldFailure
    }

    /// Why the rest was not asked about.
    package enum Ending: Sendable {
        /// No request remains.
        case budget
        /// So many in a row could not be found out about that the rest is left; the last reason.
        case silence(ServerAPIError?)
        /// The App Store refuses everything.
        case refused(ServerAPIError)
    }

    /// What the comparison of each line gave, lines among them that were not asked about or are unknown here.
    package internal(set) var comparisons: [LineComparison] = []
    /// What could not be found out.
    package internal(set) var unchecked: [Unchecked] = []
    /// What is not believed.
    package internal(set) var refusals: [Refusal] = []
    /// Why the rest was not asked about; `nil` where all were.
    package internal(set) var ending: Ending?
    /// How many of the lines or ids that were given are settled, counted from the first.
    package internal(set) var settledCount = 0

    init() {}
}
