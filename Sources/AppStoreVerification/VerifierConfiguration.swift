public import AppStoreModels
public import OpenSSLCrypto

/// What a verifier trusts and accepts.
public struct VerifierConfiguration: Sendable {
    /// Whether Apple Root CA - G3, which is built in, is an anchor.
    public var trustsBuiltInRoots: Bool
    /// Further anchors: roots of test authorities, or a successor of Apple's.
    public var addedRoots: [Certificate]
    /// Certificates exported from Xcode; Xcode's data is accepted from these alone.
    public var xcodeCertificates: [Certificate]
    /// The apps whose data is accepted; empty: any app.
    public var apps: [AppIdentity]
    /// The environments whose data is accepted.
    public var environments: Set<Environment>
    /// The time at which certificates are judged.
    public var clock: ValidationClock
    /// The longest JWS that is looked at, in bytes.
    public var maximumBytes: Int

    /// Starts from the defaults: Apple's root, any app, Production and Sandbox, the signing date, 16 MiB.
    public init(
        trustsBuiltInRoots: Bool = true, addedRoots: [Certificate] = [], xcodeCertificates: [Certificate] = [],
        apps: [AppIdentity] = [], environments: Set<Environment> = [.production, .sandbox],
        clock: ValidationClock = .signedDate, maximumBytes: Int = 16 << 20
    ) {
        self.trustsBuiltInRoots = trustsBuiltInRoots
        self.addedRoots = addedRoots
        self.xcodeCertificates = xcodeCertificates
        self.apps = apps
        self.environments = environments
        self.clock = clock
        self.maximumBytes = maximumBytes
    }
}

/// Why a verifier cannot be made.
public enum VerifierConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither a root nor an Xcode certificate is trusted: nothing could ever be accepted.
    case noTrustAnchor
    /// No environment is enabled.
    case noEnvironment
    /// The environment Xcode is enabled without a certificate of Xcode's.
    case xcodeWithoutCertificate
    /// A certificate of Xcode's is given, but the environment Xcode is not enabled.
    case xcodeNotEnabled
    /// The environment LocalTesting is enabled without a root of its own.
    case localTestingWithoutRoot
    /// OpenSSL cannot use this root.
    case unusableRoot(String)
    /// The built-in root cannot be read: a defect of this program.
    case builtInRoot

    /// One line for people.
    public var description: String {
        switch self {
        case .noTrustAnchor: "no trust anchor: keep the built-in root or add one"
        case .noEnvironment: "no environment is enabled"
        case .xcodeWithoutCertificate: "environment Xcode needs the certificate exported from Xcode"
        case .xcodeNotEnabled: "an Xcode certificate is given, but environment Xcode is not enabled"
        case .localTestingWithoutRoot: "environment LocalTesting needs an added root"
        case .unusableRoot(let subject): "the root cannot be used: \(subject)"
        case .builtInRoot: "the built-in root cannot be read"
        }
    }
}
