package import AppStoreServerAPI

/// Judges the key of App Store Connect and what is said about it; nothing of the key is ever shown.
package enum KeyFindings {
    /// A key file as it was found, and the names that go with it.
    package struct Given: Sendable {
        /// The path.
        package var path: String
        /// The bytes.
        package var bytes: [UInt8]
        /// Who may do what with the file, as the bits of `st_mode`.
        package var permissions: UInt32?
        /// The key's id.
        package var keyId: String
        /// The issuer's id.
        package var issuerId: String
        /// The app's bundle id.
        package var bundleId: String
        /// The apps of the configuration; empty where that is not known.
        package var apps: [String]

        /// Describes a key.
        package init(
            path: String, bytes: [UInt8], permissions: UInt32?, keyId: String, issuerId: String, bundleId: String,
            apps: [String] = []
        ) {
            self.path = path
            self.bytes = bytes
            self.permissions = permissions
            self.keyId = keyId
            self.issuerId = issuerId
            self.bundleId = bundleId
            self.apps = apps
        }

        /// The key id that the file is named after, as App Store Connect names `..._ID.p8`; nil for other names.
        var keyIdOfName: String? {
            let name = path.split(separator: "/").last ?? ""
            guard name.hasSuffix(".p8"), let mark = name.lastIndex(of: "_") else { return nil }
            let id = name[name.index(after: mark)...].dropLast(3)
            return id.isEmpty ? nil : String(id)
        }

        /// Whether the bundle id is none of the configured apps'.
        var isForeignApp: Bool { !apps.isEmpty && !apps.contains(bundleId) }
    }

    private static let download =
        "take the .p8 file of an In-App Purchase key: App Store Connect, Users and Access > Integrations"

    /// Judges a key; what can sign comes along.
    package static func judge(_ given: Given) -> (findings: [Finding], credentials: SigningCredentials?) {
        var findings: [Finding] = []
        let file = Quoted.word(given.path)
        if let mode = given.permissions, mode & 0o077 != 0 {
            findings.append(
                .problem(
                    .key, "mode", "\(file) can be read or written by others (mode \(String(mode, radix: 8)))",
                    next: [
                        "run: chmod 600 \(given.path)",
                        "if others could have read it, revoke the key and make another",
                    ]))
        }
        if given.isForeignApp {
            findings.append(
                .problem(
                    .key, "bundle_id",
                    "the bundle id \(Quoted.word(given.bundleId)) is none of the configured apps "
                        + "(\(given.apps.joined(separator: ", ")))",
                    next: ["name the app that the key is used for: --bundle-id, or api.bundleId"]))
        }
        if !isUUID(given.issuerId) {
            findings.append(
                .problem(
                    .key, "issuer_id", "the issuer id \(Quoted.word(given.issuerId)) is no UUID",
                    next: ["copy it from Users and Access > Integrations, where it stands above the keys"]))
        }
        do throws(SigningCredentialsError) {
            let credentials = try SigningCredentials(
                p8: given.bytes, keyId: given.keyId, issuerId: given.issuerId, bundleId: given.bundleId)
            if let name = given.keyIdOfName, name != given.keyId {
                findings.append(
                    .note(
                        .key, "key_id",
                        "the file is named after key \(Quoted.word(name)), and the key id is "
                            + Quoted.word(given.keyId), next: ["give the id of the key in the file: --key-id"]))
            }
            if !findings.contains(where: { $0.result == .problem }) {
                findings.append(.ok(.key, "\(file) is a private P-256 key; claims: \(claims(given))"))
            }
            return (findings, credentials)
        } catch {
            findings.append(unusable(error, given))
            return (findings, nil)
        }
    }

    /// What a token says, without the token.
    static func claims(_ given: Given) -> String {
        "kid \(given.keyId), iss \(given.issuerId), aud appstoreconnect-v1, bid \(given.bundleId), "
            + "ends after \(ServerAPIToken.life) s"
    }

    private static func unusable(_ error: SigningCredentialsError, _ given: Given) -> Finding {
        let file = Quoted.word(given.path)
        let text = String(decoding: given.bytes.prefix(16 * 1024), as: UTF8.self)
        switch error {
        case .missing(let name):
            return .problem(.key, "missing", "\(name) is missing", next: ["App Store Connect shows it beside the key"])
        case .otherKind(let kind):
            return .problem(
                .key, "kind", "\(file) is a private key of another kind: \(kind), where EC P-256 is needed",
                next: [download])
        case .encrypted:
            return .problem(.key, "encrypted", "\(file) is an encrypted private key", next: [download])
        case .noKey where text.contains("PUBLIC KEY-----"):
            return .problem(.key, "public", "\(file) is a public key; the private one signs", next: [download])
        case .noKey where text.contains("-----BEGIN CERTIFICATE-----"):
            return .problem(.key, "certificate", "\(file) is a certificate; the private key signs", next: [download])
        case .noKey where text.contains("PRIVATE KEY-----"):
            return .problem(
                .key, "form", "\(file) is a private key in another form than PKCS#8",
                next: [
                    download, "or translate it: openssl pkcs8 -topk8 -nocrypt -in \(given.path) -out new.p8",
                ])
        case .noKey:
            return .problem(.key, "form", "\(file) holds no private key in PEM", next: [download])
        default:
            return .problem(.key, "unreadable", "\(file) cannot be used: \(error)", next: [download])
        }
    }

    private static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
}
