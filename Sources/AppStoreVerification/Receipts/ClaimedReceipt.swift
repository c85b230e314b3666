package import OpenSSLCrypto

/// What a receipt claims, whoever signed it, for looking at.
package struct ClaimedReceipt: Sendable {
    /// What it says; `nil` when it cannot be read.
    package let receipt: AppReceipt?
    /// The certificates inside, the signer's first.
    package let certificates: [Certificate]

    /// Reads a container; `nil` when it is none.
    package init?(_ input: ReceiptInput) {
        guard input.form == .container, let message = try? SignedMessage(parsing: input.bytes) else { return nil }
        receipt = try? AppReceipt(content: message.claimedContent)
        certificates = [message.signer] + message.certificates.filter { $0 != message.signer }
    }
}
