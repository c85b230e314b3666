/// Choices where the App Store's payloads, or Xcode's, differ from time to time and from place to place.
public struct PayloadSettings: Hashable, Sendable {
    /// Whether notifications outside Production name the app's Apple id.
    ///
    /// Documentation says that they do not; notifications of 2025 do.
    public var namesAppleIdOutsideProduction = true
    /// Whether Xcode's payloads lack what version 15 did not know: price, currency, offer details and download id.
    public var resemblesXcode15 = false
    /// Apple's number of the app's version; app transactions of Production carry it.
    public var versionExternalIdentifier: Int64 = 800_000_001
    /// The device that Xcode's payloads are for, a UUID.
    public var deviceVerificationID = "00000000-0000-4000-8000-00000000d0d0"

    /// The defaults, each as in the most recent payloads that are publicly known.
    public init() {}
}
