internal import StrictJSON

extension ResponseBodyV2DecodedPayload {
    /// The objects a notification may carry its facts in.
    public enum Container: String, Hashable, CaseIterable, Sendable {
        /// Purchases and subscriptions.
        case data
        /// The sum of a mass extension of renewal dates.
        case summary
        /// A token for purchases outside the App Store.
        case externalPurchaseToken
        /// What concerns the app as a whole.
        case appData
    }

    /// The container that is present; `nil` when there is none that is known.
    public var container: Container? { Container.allCases.first { json.present($0.rawValue) != nil } }

    /// The names of members that are objects and that nobody knows yet, in their order.
    public var unknownContainers: [String] { unknownNames.filter { json[$0]?.kind == .object } }

    /// The environment that the container names; for an external purchase token, told from its id.
    public var environment: Environment? {
        switch container {
        case .data: data?.environment
        case .summary: summary?.environment
        case .externalPurchaseToken: externalPurchaseToken?.environment
        case .appData: appData?.environment
        case nil: nil
        }
    }

    /// The bundle id that the container names.
    public var bundleId: String? { containerObject?.string("bundleId") }

    /// The Apple id that the container names.
    public var appAppleId: Int64? { containerObject?.integer("appAppleId") }

    private var containerObject: (any AppStoreObject)? {
        switch container {
        case .data: data
        case .summary: summary
        case .externalPurchaseToken: externalPurchaseToken
        case .appData: appData
        case nil: nil
        }
    }
}
