package import Entitlements

/// The key of a version, by which all versions of all facts are ordered.
package struct VersionKey: Hashable, Comparable, Sendable {
    /// What the version is about.
    package var identity: FactIdentity
    /// Its date and digest.
    package var stamp: FactStamp

    /// Puts a key together.
    package init(identity: FactIdentity, stamp: FactStamp) {
        self.identity = identity
        self.stamp = stamp
    }

    /// Orders by identity, date and digest.
    package static func < (left: VersionKey, right: VersionKey) -> Bool {
        left.identity == right.identity ? left.stamp < right.stamp : left.identity < right.identity
    }
}
