/// What a command tells its caller; the numbers are part of the contract.
package enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
    /// Done, or the answer is yes.
    case fine = 0
    /// The answer is no: invalid, not entitled, differences found.
    case no = 1
    /// Wrong usage, an unreadable file, or unusable trust material.
    case usage = 2
    /// It may work later: the store is busy, the disk is full, a service does not answer.
    case temporary = 3
    /// What was asked about does not exist.
    case notFound = 4
    /// A defect of this program.
    case defect = 5

    /// One line for `help exit-codes`.
    package var meaning: String {
        switch self {
        case .fine: "done, or the answer is yes"
        case .no: "the answer is no: something is invalid, not entitled, or different"
        case .usage: "wrong usage or configuration: a flag, an unreadable file, unusable trust material"
        case .temporary: "temporary: the same command may work later"
        case .notFound: "what was asked about does not exist"
        case .defect: "a defect of storekeeper; please report it"
        }
    }
}
