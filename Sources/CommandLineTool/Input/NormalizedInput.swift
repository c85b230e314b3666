package import AppStoreVerification

/// The signed data found in an input, and what was repaired on the way.
package struct NormalizedInput: Hashable, Sendable {
    /// One JWS, or what stands in the place of one; or a receipt.
    package struct Item: Hashable, Sendable {
        /// The text of the JWS; empty for a receipt.
        package var jws: [UInt8]
        /// The receipt, where it is one.
        package var receipt: ReceiptInput?
        /// Where it stood, such as `data[0].lastTransactions[0].signedTransactionInfo`; `nil` when it was the input.
        package var path: String?

        package init(jws: [UInt8], path: String? = nil) {
            self.jws = jws
            self.path = path
        }

        package init(receipt: ReceiptInput, path: String? = nil) {
            jws = []
            self.receipt = receipt
            self.path = path
        }
    }

    /// What was found, in its order.
    package var items: [Item]
    /// What was repaired, in the order it was done.
    package var notes: [String]

    package init(items: [Item], notes: [String] = []) {
        self.items = items
        self.notes = notes
    }
}
