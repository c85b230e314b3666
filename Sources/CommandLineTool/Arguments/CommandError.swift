/// Why a command could not do its work; an answer that happens to be no is not an error.
package enum CommandError: Error, Hashable, Sendable {
    /// A file, the trust material or the configuration cannot be used; all problems are listed.
    case misconfigured([Problem])
    /// It may work later.
    case unavailable(Problem)
    /// What was asked about does not exist.
    case notFound(Problem)
    /// A defect of this program.
    case defect(Problem)

    /// What the caller is told.
    package var exitStatus: ExitStatus {
        switch self {
        case .misconfigured: .usage
        case .unavailable: .temporary
        case .notFound: .notFound
        case .defect: .defect
        }
    }

    /// Everything that is wrong.
    package var problems: [Problem] {
        switch self {
        case .misconfigured(let problems): problems
        case .unavailable(let problem), .notFound(let problem), .defect(let problem): [problem]
        }
    }
}
