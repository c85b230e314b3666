internal import AppStoreVerification
internal import Reconciliation

extension CommandError {
    /// What it means that something fetched could not be merged.
    init(_ failure: FactMerger.Failure) {
        switch failure {
        case .store(let error): self.init(error)
        case .postponed(let failure):
            self = .unavailable(
                Problem(
                    failure.description + (failure.got.map { " (\(TerminalText.plain($0)))" } ?? ""),
                    hint: "go on later with \(PlaceFile.continuation.dashed): what was taken is not taken twice"))
        }
    }
}
