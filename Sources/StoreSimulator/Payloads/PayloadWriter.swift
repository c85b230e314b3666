internal import AppStoreModels

/// Writes the payloads of signed data from what the simulated store knows, with fields and order as Apple has them.
///
/// An app in the environment Xcode gets payloads as Xcode writes them: dates with a fraction of a millisecond, a
/// verification of the device, an explicit `isUpgraded`. All others get the App Store's.
public struct PayloadWriter: Hashable, Sendable {
    /// The app that payloads name.
    public let app: SimulatedApp
    /// The choices that were made.
    public let settings: PayloadSettings

    /// Makes a writer for an app.
    public init(app: SimulatedApp, settings: PayloadSettings = PayloadSettings()) {
        self.app = app
        self.settings = settings
    }

    /// Whether payloads are Xcode's.
    var isXcode: Bool { app.environment == .xcode }

    /// Whether payloads have the fields that were added after Xcode 15.
    var hasLaterFields: Bool { !isXcode || !settings.resemblesXcode15 }

    /// Writes the payload of a transaction.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - signedDate: When it is signed, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: A `JWSTransactionDecodedPayload` as JSON in UTF-8.
    public func bytes(of transaction: SimulatedTransaction, signedDate: Int64) -> [UInt8] {
        var buffer = PayloadBuffer()
        write(transaction, signedDate: signedDate, into: &buffer)
        return buffer.bytes
    }

    /// Writes the payload of a subscription's renewal info.
    ///
    /// - Parameters:
    ///   - renewalInfo: The renewal info.
    ///   - signedDate: When it is signed, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: A `JWSRenewalInfoDecodedPayload` as JSON in UTF-8.
    public func bytes(of renewalInfo: SimulatedRenewalInfo, signedDate: Int64) -> [UInt8] {
        var buffer = PayloadBuffer()
        write(renewalInfo, signedDate: signedDate, into: &buffer)
        return buffer.bytes
    }

    /// Writes the payload of an app transaction.
    ///
    /// - Parameters:
    ///   - appTransaction: The customer's download.
    ///   - signedDate: When it is signed, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: An `AppTransaction` as JSON in UTF-8.
    public func bytes(of appTransaction: SimulatedAppTransaction, signedDate: Int64) -> [UInt8] {
        var buffer = PayloadBuffer()
        write(appTransaction, signedDate: signedDate, into: &buffer)
        return buffer.bytes
    }

    /// Writes the payload of a notification around what was signed before.
    ///
    /// - Parameters:
    ///   - notification: The notification.
    ///   - parts: The signed payloads that go inside.
    /// - Returns: A `ResponseBodyV2DecodedPayload` as JSON in UTF-8.
    public func bytes(of notification: SimulatedNotification, parts: SignedParts) -> [UInt8] {
        var buffer = PayloadBuffer()
        write(notification, parts: parts, into: &buffer)
        return buffer.bytes
    }
}

/// What is signed inside a notification, each as a compact JWS in ASCII.
public struct SignedParts: Hashable, Sendable {
    /// The transaction.
    public var transaction: [UInt8]?
    /// The renewal info.
    public var renewalInfo: [UInt8]?
    /// The app transaction.
    public var appTransaction: [UInt8]?

    /// Puts the parts together.
    public init(transaction: [UInt8]? = nil, renewalInfo: [UInt8]? = nil, appTransaction: [UInt8]? = nil) {
        self.transaction = transaction
        self.renewalInfo = renewalInfo
        self.appTransaction = appTransaction
    }
}
