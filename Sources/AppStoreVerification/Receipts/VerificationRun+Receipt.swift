internal import AppStoreModels
internal import OpenSSLCrypto

extension VerificationRun {
    /// From an input to a receipt that is known to be signed under a trusted path.
    mutating func verify(
        _ input: ReceiptInput, requiresPurchase: Bool
    ) throws(VerificationFailure) -> VerifiedReceipt {
        let message = try openMessage(input)
        let chain = try judgeChain(of: message)
        let given: (time: Int64, clock: String)? =
            switch configuration.clock {
            case .signedDate: nil
            case .now: (now, "now")
            case .instant(let time): (time, "given")
            }
        if let given { try judgeDates(of: chain, at: given.time, clock: given.clock) }
        let content = try ladder.climb([.receiptSignature]) { () throws(VerificationFailure) in
            // Without memory nothing was verified either.
            guard let content = try? message.verifiedContent(by: message.signer) else {
                throw VerificationFailure(
                    .receiptSignature, "the signer's key did not sign this content",
                    expected: "a signature over this content", got: "a signature over another",
                    hint: "the receipt was changed after signing, or is not complete")
            }
            return content
        }
        let receipt = try ladder.climb([.receiptAttributes]) { () throws(VerificationFailure) in
            try AppReceipt(content: content)
        }
        if given == nil {
            try judgeDates(
                of: chain, at: receipt.receiptCreationDate.milliseconds, clock: ChainPolicy.receiptClock)
        }
        try requireNotEnded(receipt, at: given?.time ?? now)
        let identity = ClaimedIdentity(
            bundleId: receipt.bundleId, namesApp: true, namesAppleId: false, environment: receipt.environment)
        let environment = try judge(identity, trust: chain.trust)
        try requirePurchase(in: receipt, isAsked: requiresPurchase)
        guard let environment else {
            throw VerificationFailure(.appEnvironment, "the payload names no environment")
        }
        return VerifiedReceipt(receipt: receipt, environment: environment, message: message, chain: chain)
    }

    private mutating func openMessage(_ input: ReceiptInput) throws(VerificationFailure) -> SignedMessage {
        try ladder.climb([.inputEmpty]) { () throws(VerificationFailure) in
            guard input.bytes.isEmpty else { return }
            throw VerificationFailure(
                .inputEmpty, "there is nothing to verify", expected: "a receipt",
                hint: "give the receipt as an argument, a file or standard input")
        }
        try ladder.climb([.inputTooLarge]) { () throws(VerificationFailure) in
            let limit = SignedMessage.maximumBytes
            guard input.bytes.count > limit else { return }
            throw VerificationFailure(
                .inputTooLarge, "the receipt is too large", expected: "at most \(limit) bytes of PKCS#7",
                got: "\(input.bytes.count) bytes")
        }
        return try ladder.climb([.receiptForm]) { () throws(VerificationFailure) in
            try VerificationRun.message(in: input)
        }
    }

    private static func message(in input: ReceiptInput) throws(VerificationFailure) -> SignedMessage {
        let expected = "PKCS#7 signed data, in its bytes or in base64"
        switch input.form {
        case .container: break
        case .transactionReceipt:
            throw VerificationFailure(
                .receiptForm, "a transaction receipt in the older form cannot be verified", expected: expected,
                got: "a property list",
                hint: "ask the App Store Server API about the transaction-id in it, which is no more than a claim")
        case .other:
            throw VerificationFailure(
                .receiptForm, "the input is no receipt", expected: expected, got: "\(input.bytes.count) other bytes")
        }
        do throws(OpenSSLError) {
            return try SignedMessage(parsing: input.bytes)
        } catch {
            throw VerificationFailure(
                .receiptForm, "the input is no receipt", expected: expected + ", with one signer and its certificate",
                got: error.description, hint: "take the whole receipt; it is often cut off when it is copied")
        }
    }

    private mutating func judgeChain(of message: SignedMessage) throws(VerificationFailure) -> ReceiptChain {
        let trusted = verifier.anchors.xcode
        let isTrustedXcode = trusted.contains(message.signer)
        // Nothing is decided by a claim here but under which code the receipt is refused.
        let isXcode =
            !isTrustedXcode && message.signer.isSelfIssued
            && (try? AppReceipt(content: message.claimedContent))?.environment == .xcode
        try ladder.require(
            !isXcode,
            or: VerificationFailure(
                .receiptXcode, "the receipt comes from Xcode, whose certificate is not configured",
                expected: trusted.isEmpty
                    ? "a certificate exported from Xcode"
                    : trusted.map { "SHA-256 " + $0.fingerprint.hexadecimal }.joined(separator: " or "),
                got: "SHA-256 " + message.signer.fingerprint.hexadecimal,
                hint: "in Xcode: Editor > Save Public Certificate; then --xcode-certificate FILE --environment Xcode"))
        return try judged(as: .receiptUntrusted) { [verifier] ladder throws(VerificationFailure) in
            if isTrustedXcode { return ReceiptChain(certificates: [message.signer], trust: .xcode) }
            return try ChainPolicy.judgeReceipt(message, anchors: verifier.anchors.receiptAnchors, ladder: &ladder)
        }
    }

    private mutating func judgeDates(
        of chain: ReceiptChain, at time: Int64, clock: String
    ) throws(VerificationFailure) {
        try judged(as: .receiptExpired) { ladder throws(VerificationFailure) in
            try ChainPolicy.judgeDates(
                of: chain.certificates, anchors: chain.trust.anchors, at: time, clock: clock, ladder: &ladder)
        }
    }

    /// A receipt with an expiration date is void after it; Apple has it compared with the present.
    private mutating func requireNotEnded(_ receipt: AppReceipt, at time: Int64) throws(VerificationFailure) {
        guard let end = receipt.expirationDate else { return }
        try ladder.require(
            time < end.milliseconds,
            or: VerificationFailure(
                .receiptExpired, "the receipt has ended", expected: "a time before \(end)",
                got: "\(Timestamp(milliseconds: time))", hint: "ask the client for a new receipt"))
    }

    private mutating func requirePurchase(
        in receipt: AppReceipt, isAsked: Bool
    ) throws(VerificationFailure) {
        guard isAsked else { return ladder.notAsked(.receiptNoPurchase) }
        try ladder.require(
            !receipt.inApp.isEmpty,
            or: VerificationFailure(
                .receiptNoPurchase, "the receipt is genuine, but holds no in-app purchase",
                expected: "at least one purchase", got: "none",
                hint: "finished consumables leave the receipt; ask the client to refresh it"))
    }

    /// Runs checks of the chain, which know their own codes, as one rung of the ladder of receipts.
    private mutating func judged<Value>(
        as code: FailureCode, _ body: (inout CheckLadder) throws(VerificationFailure) -> Value
    ) throws(VerificationFailure) -> Value {
        try ladder.climb([code]) { () throws(VerificationFailure) -> Value in
            var inner = CheckLadder(isExplaining: false)
            do throws(VerificationFailure) {
                return try body(&inner)
            } catch {
                var failure = error
                failure.code = code
                throw failure
            }
        }
    }
}
