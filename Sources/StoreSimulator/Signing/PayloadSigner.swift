public import JWS
internal import OpenSSLCrypto

/// Signs what the simulated store sends: transactions, renewal info, app transactions, and notifications around them.
public struct PayloadSigner: Sendable {
    /// Writes the payloads.
    public let writer: PayloadWriter
    /// Whose keys sign.
    public let chain: SigningChain
    /// One for each era of the chain, with its header encoded once.
    private let signers: [JWSSigner]

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - writer: Writes the payloads.
    ///   - chain: Whose keys sign; its certificates should cover all moments of signing.
    public init(_ writer: PayloadWriter, chain: SigningChain) {
        self.writer = writer
        self.chain = chain
        signers = chain.eras.map { era in
            JWSSigner(
                key: era.identity.key,
                header: SigningHeader.value(x5c: era.identity.x5c, isXcode: era.identity.isXcode))
        }
    }

    /// Signs a transaction.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - signedDate: When it is signed, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The compact JWS.
    /// - Throws: ``JWSError``, `signing`, when there is no randomness.
    public func sign(_ transaction: SimulatedTransaction, signedDate: Int64) throws(JWSError) -> String {
        try signer(at: signedDate).sign(payload: writer.bytes(of: transaction, signedDate: signedDate))
    }

    /// Signs the renewal info of a subscription.
    ///
    /// - Parameters:
    ///   - renewalInfo: The renewal info.
    ///   - signedDate: When it is signed, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The compact JWS.
    /// - Throws: ``JWSError``, `signing`, when there is no randomness.
    public func sign(_ renewalInfo: SimulatedRenewalInfo, signedDate: Int64) throws(JWSError) -> String {
        try signer(at: signedDate).sign(payload: writer.bytes(of: renewalInfo, signedDate: signedDate))
    }

    /// Signs an app transaction.
    ///
    /// - Parameters:
    ///   - appTransaction: The customer's download.
    ///   - signedDate: When it is signed, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The compact JWS.
    /// - Throws: ``JWSError``, `signing`, when there is no randomness.
    public func sign(_ appTransaction: SimulatedAppTransaction, signedDate: Int64) throws(JWSError) -> String {
        try signer(at: signedDate).sign(payload: writer.bytes(of: appTransaction, signedDate: signedDate))
    }

    /// Signs a notification, and before it what is inside.
    ///
    /// - Parameter notification: The notification.
    /// - Returns: The compact JWS, Apple's `signedPayload`.
    /// - Throws: ``JWSError``, `signing`, when there is no randomness.
    public func sign(_ notification: SimulatedNotification) throws(JWSError) -> String {
        var workspace = Workspace()
        return try sign(notification, in: &workspace)
    }

    /// Signs notifications one after the other, in the memory of the first.
    ///
    /// - Parameter notifications: The notifications.
    /// - Returns: The compact JWS of each.
    /// - Throws: ``JWSError``, `signing`, when there is no randomness.
    public func sign(_ notifications: [SimulatedNotification]) throws(JWSError) -> [String] {
        var workspace = Workspace()
        var signed: [String] = []
        signed.reserveCapacity(notifications.count)
        for notification in notifications { signed.append(try sign(notification, in: &workspace)) }
        return signed
    }

    /// The body that the App Store posts.
    ///
    /// - Parameter signedPayload: A signed notification.
    /// - Returns: A JSON object in UTF-8 with the one member `signedPayload`.
    public static func body(of signedPayload: String) -> [UInt8] {
        // The alphabet of a compact JWS holds nothing to escape.
        Array("{\"signedPayload\":\"".utf8) + Array(signedPayload.utf8) + Array("\"}".utf8)
    }

    /// Memory that several signatures share.
    private struct Workspace {
        var payload = PayloadBuffer()
        var parts = SignedParts()
        var jws: [UInt8] = []
    }

    private func signer(at moment: Int64) -> JWSSigner { signers[chain.position(at: moment)] }

    private func sign(
        _ notification: SimulatedNotification, in workspace: inout Workspace
    ) throws(JWSError) -> String {
        let date = notification.signedDate
        let signer = signer(at: date)
        var transaction: SimulatedTransaction?
        var renewalInfo: SimulatedRenewalInfo?
        var appTransaction: SimulatedAppTransaction?
        switch notification.content {
        case .data(let data): (transaction, renewalInfo) = (data.transaction, data.renewalInfo)
        case .appData(let download): appTransaction = download
        case .summary, .externalPurchaseToken: break
        }
        try PayloadSigner.sign(transaction, by: signer, &workspace.payload, into: &workspace.parts.transaction) {
            writer.write($0, signedDate: date, into: &$1)
        }
        try PayloadSigner.sign(renewalInfo, by: signer, &workspace.payload, into: &workspace.parts.renewalInfo) {
            writer.write($0, signedDate: date, into: &$1)
        }
        try PayloadSigner.sign(appTransaction, by: signer, &workspace.payload, into: &workspace.parts.appTransaction) {
            writer.write($0, signedDate: date, into: &$1)
        }
        workspace.payload.removeAll()
        writer.write(notification, parts: workspace.parts, into: &workspace.payload)
        workspace.jws.removeAll(keepingCapacity: true)
        try signer.sign(payload: workspace.payload.bytes[...], appendingTo: &workspace.jws)
        return String(decoding: workspace.jws, as: UTF8.self)
    }

    /// Signs a part where there is one, in the memory of the part before.
    private static func sign<Record>(
        _ record: Record?, by signer: JWSSigner, _ payload: inout PayloadBuffer, into part: inout [UInt8]?,
        write: (Record, inout PayloadBuffer) -> Void
    ) throws(JWSError) {
        guard let record else {
            part = nil
            return
        }
        payload.removeAll()
        write(record, &payload)
        var jws = part.take() ?? []
        jws.removeAll(keepingCapacity: true)
        try signer.sign(payload: payload.bytes[...], appendingTo: &jws)
        part = jws
    }
}
