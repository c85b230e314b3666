/// Something that came and was not verified; kept for a while, never read by an answer.
package struct RejectedInput: Hashable, Sendable {
    /// The bytes as they came.
    package var body: [UInt8]
    /// The stable code, such as `jws.segments`.
    package var code: String
    /// One line for people.
    package var message: String
    /// What it looks like, where that is known, such as `v1 notification`.
    package var label: String?
    /// When it came, in milliseconds since 1970.
    package var receivedAt: Int64
    /// How it came.
    package var source: DeliverySource

    /// Puts an input together.
    package init(
        body: [UInt8], code: String, message: String, label: String? = nil, receivedAt: Int64, source: DeliverySource
    ) {
        self.body = body
        self.code = code
        self.message = message
        self.label = label
        self.receivedAt = receivedAt
        self.source = source
    }
}
