public import JWS

extension PayloadSigner {
    /// Signs a transaction with a fault.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - signedDate: When it is signed, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - fault: The rule to break.
    /// - Returns: The compact JWS, or what the fault makes of it.
    /// - Throws: ``JWSError``, `signing`, also when the fault is in a chain and there is only Xcode's one certificate.
    public func sign(
        _ transaction: SimulatedTransaction, signedDate: Int64, fault: SigningFault
    ) throws(JWSError) -> String {
        try sign(writer.bytes(of: transaction, signedDate: signedDate), at: signedDate, fault.outside)
    }

    /// Signs the renewal info of a subscription with a fault.
    ///
    /// - Parameters:
    ///   - renewalInfo: The renewal info.
    ///   - signedDate: When it is signed, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - fault: The rule to break.
    /// - Returns: The compact JWS, or what the fault makes of it.
    /// - Throws: ``JWSError``, `signing`, also when the fault is in a chain and there is only Xcode's one certificate.
    public func sign(
        _ renewalInfo: SimulatedRenewalInfo, signedDate: Int64, fault: SigningFault
    ) throws(JWSError) -> String {
        try sign(writer.bytes(of: renewalInfo, signedDate: signedDate), at: signedDate, fault.outside)
    }

    /// Signs an app transaction with a fault.
    ///
    /// - Parameters:
    ///   - appTransaction: The customer's download.
    ///   - signedDate: When it is signed, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - fault: The rule to break.
    /// - Returns: The compact JWS, or what the fault makes of it.
    /// - Throws: ``JWSError``, `signing`, also when the fault is in a chain and there is only Xcode's one certificate.
    public func sign(
        _ appTransaction: SimulatedAppTransaction, signedDate: Int64, fault: SigningFault
    ) throws(JWSError) -> String {
        try sign(writer.bytes(of: appTransaction, signedDate: signedDate), at: signedDate, fault.outside)
    }

    /// Signs a notification with a fault in it, or in all that is inside it.
    ///
    /// - Parameters:
    ///   - notification: The notification.
    ///   - fault: The rule to break.
    /// - Returns: The compact JWS, or what the fault makes of it.
    /// - Throws: ``JWSError``, `signing`, also when the fault is in a chain and there is only Xcode's one certificate.
    public func sign(_ notification: SimulatedNotification, fault: SigningFault) throws(JWSError) -> String {
        let date = notification.signedDate
        var parts = SignedParts()
        switch notification.content {
        case .data(let data):
            if let transaction = data.transaction {
                let bytes = writer.bytes(of: transaction, signedDate: date)
                parts.transaction = Array(try sign(bytes, at: date, fault.inside).utf8)
            }
            if let renewalInfo = data.renewalInfo {
                let bytes = writer.bytes(of: renewalInfo, signedDate: date)
                parts.renewalInfo = Array(try sign(bytes, at: date, fault.inside).utf8)
            }
        case .appData(let download):
            let bytes = writer.bytes(of: download, signedDate: date)
            parts.appTransaction = Array(try sign(bytes, at: date, fault.inside).utf8)
        case .summary, .externalPurchaseToken: break
        }
        return try sign(writer.bytes(of: notification, parts: parts), at: date, fault.outside)
    }

    private func sign(_ payload: [UInt8], at date: Int64, _ fault: SigningFault?) throws(JWSError) -> String {
        let identity = chain.eras[chain.position(at: date)].identity
        return try FaultySigner(identity, signedDate: date, fault: fault).sign(payload)
    }
}
