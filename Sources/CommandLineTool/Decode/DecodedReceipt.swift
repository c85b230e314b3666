internal import AppStoreModels
internal import AppStoreVerification
internal import NotificationProcessing
internal import OpenSSLCrypto
internal import StrictJSON

/// A receipt taken apart for looking at, with what verifying it came to.
///
/// What it says without a valid signature is a claim, and is called one.
struct DecodedReceipt: Decoded {
    /// What it says, verified or claimed.
    enum Content {
        case receipt(AppReceipt)
        /// The older form, which is always a claim.
        case transactionReceipt(TransactionReceipt)
    }

    /// What it says; `nil` when it cannot be read.
    let content: Content?
    /// The certificates inside that can be read, the signer's first.
    let certificates: [Certificate]
    /// Why it is not verified; `nil` when it is.
    let failure: VerificationFailure?
    /// Who signed it, where it is verified.
    let signer: DecodedJWS.Signer?
    /// The environment that it is verified for.
    let environment: String?

    /// Takes a receipt apart and verifies it on the side.
    init(_ input: ReceiptInput, verifier: SignedDataVerifier, now: Int64) {
        let claimed = ClaimedReceipt(input)
        certificates = claimed?.certificates ?? []
        do throws(VerificationFailure) {
            let verified = try verifier.verifyReceipt(input, now: now)
            content = .receipt(verified.receipt)
            failure = nil
            signer = verified.isXcode ? .xcode : verified.leadsToAddedRoot ? .added : .apple
            environment = verified.environment.rawValue
        } catch {
            content =
                input.form == .transactionReceipt
                ? TransactionReceipt(input.bytes).map(Content.transactionReceipt)
                : claimed?.receipt.map(Content.receipt)
            failure = error
            signer = nil
            environment = nil
        }
    }

    var isVerified: Bool { failure == nil }
    var isReadable: Bool { content != nil }

    var members: [JSONMember] {
        let kind: String
        let json: JSONValue
        switch content {
        case .receipt(let receipt)?: (kind, json) = (ReceiptAnswer.kind, receipt.json)
        case .transactionReceipt(let receipt)?: (kind, json) = ("transaction-receipt", JSONValue(describing: receipt))
        case nil: (kind, json) = (ReceiptAnswer.kind, .null)
        }
        var members = [JSONMember("kind", .string(kind)), JSONMember("verified", .boolean(isVerified))]
        members += DecodedJWS.members(of: failure)
        members.append(JSONMember("chain", .array(certificates.map { JSONValue(describing: $0) })))
        members.append(JSONMember("payload", isVerified ? json : .null))
        if !isVerified { members.append(JSONMember("claimed", json)) }
        return members
    }
}

extension JSONValue {
    /// The entries as they came; of two with one name the first.
    fileprivate init(describing receipt: TransactionReceipt) {
        func object(_ entries: [TransactionReceipt.Entry]) -> JSONValue {
            var names: Set<String> = []
            return .object(
                entries.filter { names.insert($0.name).inserted }.map { JSONMember($0.name, .string($0.value)) })
        }
        self = object(receipt.entries)
        self["purchase-info"] = object(receipt.purchaseInfo)
    }
}
