internal import JWS
package import OpenSSLCrypto
package import StrictJSON

/// Signs payloads as the App Store does, under an authority that nobody trusts unless told to.
///
/// Making keys is dear, so a test run shares one signer: `try TestSigner.shared()`.
package struct TestSigner: Sendable {
    /// 2020-01-01T00:00:00Z, the first second at which the certificates are valid.
    package static let notBefore: Int64 = 1_577_836_800
    /// 2050-01-01T00:00:00Z, the last second at which the certificates are valid.
    package static let notAfter: Int64 = 2_524_608_000

    /// Whose leaf signs.
    package let authority: TestAuthority
    private let signer: JWSSigner

    /// Signs with the leaf of an authority, under its whole chain.
    package init(_ authority: TestAuthority) {
        self.authority = authority
        signer = JWSSigner(key: authority.leafKey, x5c: authority.chain)
    }

    /// The signer of this test run; its keys are gone with the process.
    package static func shared() throws -> TestSigner { try session.get() }

    private static let session = Result {
        TestSigner(try TestAuthority(name: "Test run", notBefore: notBefore, notAfter: notAfter))
    }

    /// The certificate to trust.
    package var root: Certificate { authority.root }

    /// Signs a payload of any kind.
    package func sign(_ payload: JSONValue) throws -> String { try sign(bytes: JSONWriter().bytes(payload)) }

    /// Signs a payload given as the bytes of its text.
    package func sign(bytes payload: [UInt8]) throws -> String { try signer.sign(payload: payload) }

    /// Signs a notification with what is signed inside it.
    ///
    /// - Parameters:
    ///   - notification: The outer payload, such as `SamplePayload.notification()` gives.
    ///   - transaction: The payload for `data.signedTransactionInfo`.
    ///   - renewalInfo: The payload for `data.signedRenewalInfo`.
    /// - Returns: The outer JWS.
    /// - Throws: `JWSError` when there is no randomness.
    package func sign(
        notification: JSONValue, transaction: JSONValue? = nil, renewalInfo: JSONValue? = nil
    ) throws -> String {
        var data = notification["data"] ?? [:]
        if let transaction { data["signedTransactionInfo"] = .string(try sign(transaction)) }
        if let renewalInfo { data["signedRenewalInfo"] = .string(try sign(renewalInfo)) }
        guard transaction != nil || renewalInfo != nil else { return try sign(notification) }
        return try sign(notification.replacing(["data": data]))
    }

    /// The body that Apple posts for a JWS.
    package static func body(_ jws: String) -> [UInt8] { JSONWriter().bytes(["signedPayload": .string(jws)]) }
}
