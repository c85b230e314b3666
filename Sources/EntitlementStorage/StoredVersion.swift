package import Entitlements

/// A version of a fact together with the JWS that says it.
package struct StoredVersion: Hashable, Sendable {
    /// The statement and its key.
    package var version: FactVersion
    /// The signed object's own JWS; a store status has none, its notification speaks for it.
    package var text: SignedText?

    /// Pairs a version with its JWS.
    package init(version: FactVersion, text: SignedText?) {
        self.version = version
        self.text = text
    }
}
