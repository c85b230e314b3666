/// Why something inside a notification was not believed.
package struct DeliveryFailure: Hashable, Sendable {
    /// The stable code, such as `signature.invalid`.
    package var code: String
    /// The place inside, such as `data.signedTransactionInfo`.
    package var path: String?
    /// One line for people.
    package var message: String

    /// Puts a failure together.
    package init(code: String, path: String? = nil, message: String) {
        self.code = code
        self.path = path
        self.message = message
    }
}
