internal import AppStoreModels
internal import AppStoreVerification

extension ValidationClock {
    /// The clock as it is configured.
    var text: String {
        switch self {
        case .signedDate: "signed"
        case .now: "now"
        case .instant(let milliseconds): Timestamp(milliseconds: milliseconds).description
        }
    }
}
