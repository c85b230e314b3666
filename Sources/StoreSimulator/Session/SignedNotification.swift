/// A notification as it is sent, and what it was made of.
public struct SignedNotification: Hashable, Sendable, Identifiable {
    /// What happened.
    public let notification: SimulatedNotification
    /// The compact JWS.
    public let signedPayload: String

    /// The notification's UUID.
    public var id: String { notification.id }

    /// The body that is posted: a JSON object with the one member `signedPayload`.
    public var body: [UInt8] { PayloadSigner.body(of: signedPayload) }

    /// Pairs a notification with its signed form.
    public init(_ notification: SimulatedNotification, signedPayload: String) {
        self.notification = notification
        self.signedPayload = signedPayload
    }
}
