extension SignedDataVerifier {
    /// Verifies an app receipt: the older PKCS#7 form, in its bytes or in base64.
    ///
    /// The path is judged before the signature, the signature before any attribute is read; certificates are judged at
    /// the receipt's creation date unless the clock says otherwise.
    ///
    /// - Parameters:
    ///   - input: The receipt as received; white space, a PEM frame and base64 around it are taken off.
    ///   - requiresPurchase: Whether a receipt without in-app purchases is refused.
    ///   - now: The present, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The receipt.
    /// - Throws: ``VerificationFailure`` naming the first check that failed.
    public func verifyReceipt(
        _ input: [UInt8], requiresPurchase: Bool = false, now: Int64
    ) throws(VerificationFailure) -> VerifiedReceipt {
        try verifyReceipt(ReceiptInput(assuming: input[...]), requiresPurchase: requiresPurchase, now: now)
    }

    /// Verifies an app receipt whose wrapping was taken off.
    package func verifyReceipt(
        _ input: ReceiptInput, requiresPurchase: Bool = false, now: Int64
    ) throws(VerificationFailure) -> VerifiedReceipt {
        var run = VerificationRun(verifier: self, now: now, isExplaining: false)
        return try run.verify(input, requiresPurchase: requiresPurchase)
    }

    /// Runs every check of a receipt that still means something, and lists the results; nothing of it is trusted.
    package func explainReceipt(
        _ input: ReceiptInput, requiresPurchase: Bool = false, now: Int64
    ) -> [VerificationCheck] {
        var run = VerificationRun(verifier: self, now: now, isExplaining: true)
        _ = try? run.verify(input, requiresPurchase: requiresPurchase)
        run.ladder.finish(FailureCode.receiptLadder)
        return run.ladder.checks
    }
}
