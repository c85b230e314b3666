/// A payload that is signed on its own: what is inside one JWS.
public protocol AppStorePayload: AppStoreObject {
    /// Which of the signed payloads it is.
    static var kind: PayloadKind { get }
    /// The moment of signing; for an app transaction its creation date takes that role.
    var signedDate: Timestamp? { get }
    /// The environment it was signed for, where the payload names one.
    var environment: Environment? { get }
    /// The app it was signed for, where the payload names one.
    var bundleId: String? { get }
    /// The app's Apple id, where the payload names one.
    var appAppleId: Int64? { get }
}

extension AppStorePayload {
    /// No app: the payload names none.
    public var bundleId: String? { nil }

    /// No Apple id: the payload names none.
    public var appAppleId: Int64? { nil }
}
