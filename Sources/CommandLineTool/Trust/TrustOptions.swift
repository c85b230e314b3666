/// What the trust flags say: which anchors count, which apps and environments are served, and at which clock.
///
/// The files are named here and not read yet.
package struct TrustOptions: Hashable, Sendable {
    /// An app that is served.
    package struct App: Hashable, Sendable {
        /// The bundle id, compared byte by byte.
        package var bundleId: String
        /// The Apple id of the app, which Production data must name.
        package var appleId: Int64?

        package init(bundleId: String, appleId: Int64? = nil) {
            self.bundleId = bundleId
            self.appleId = appleId
        }
    }

    /// The time at which certificates must be valid.
    package enum Clock: Hashable, Sendable {
        /// When the data was signed, as the data says once its signature holds.
        case signed
        /// The present.
        case now
        /// A given instant, in milliseconds since 1970.
        case at(Int64)
    }

    /// Files with additional trust anchors, PEM or DER.
    package var rootFiles: [String]
    /// Whether Apple's root certificate, which is built in, counts.
    package var usesBuiltInRoots: Bool
    /// The file with the certificate that Xcode exports.
    package var xcodeCertificateFile: String?
    /// The apps that are served; any app when empty.
    package var apps: [App]
    /// The environments that are served.
    package var environments: [String]
    /// The time at which certificates must be valid.
    package var clock: Clock

    package init(
        rootFiles: [String] = [], usesBuiltInRoots: Bool = true, xcodeCertificateFile: String? = nil, apps: [App] = [],
        environments: [String] = TrustOptions.defaultEnvironments, clock: Clock = .signed
    ) {
        self.rootFiles = rootFiles
        self.usesBuiltInRoots = usesBuiltInRoots
        self.xcodeCertificateFile = xcodeCertificateFile
        self.apps = apps
        self.environments = environments
        self.clock = clock
    }

    /// The environments that are served when none is named.
    package static let defaultEnvironments = ["Production", "Sandbox"]
    /// What the output says when no app is configured.
    static let anyApp = "any app is accepted, as no --app is given"
    /// Every environment there is.
    package static let knownEnvironments = ["Production", "Sandbox", "Xcode", "LocalTesting"]
}
