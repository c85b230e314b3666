internal import AppStoreServerAPI
internal import Service

/// The flags that name a key of App Store Connect, and whose it is.
struct SigningOptions: Sendable {
    static let key = FlagDefinition.value(
        "key", "FILE", section: section, "the .p8 file of an In-App Purchase key, readable by its owner alone"
    ).reading(variable: "STOREKEEPER_API_KEY_FILE")
    static let keyId = FlagDefinition.value(
        "key-id", "ID", section: section, "the key's id, as App Store Connect shows it"
    ).reading(variable: "STOREKEEPER_API_KEY_ID")
    static let issuerId = FlagDefinition.value(
        "issuer-id", "UUID", section: section, "the team's issuer id, as App Store Connect shows it"
    ).reading(variable: "STOREKEEPER_API_ISSUER_ID")
    static let bundleId = FlagDefinition.value("bundle-id", "ID", section: section, "the app's bundle id")
        .reading(variable: "STOREKEEPER_API_BUNDLE_ID")
    static let config = FlagDefinition.value(
        "config", "FILE", readsEnvironment: true, section: section,
        "reads what is not given from the section api of a configuration file")

    static let flags = [key, keyId, issuerId, bundleId, config]
    private static let section = "Access"

    private let settings: APISettings
    private let configurationFile: String?

    init(reading arguments: inout ArgumentReader) {
        var settings = APISettings()
        settings.keyFile = arguments.text(Self.key)
        settings.keyId = arguments.text(Self.keyId)
        settings.issuerId = arguments.text(Self.issuerId)
        settings.bundleId = arguments.text(Self.bundleId)
        self.settings = settings
        configurationFile = arguments.text(Self.config)
    }

    /// Reads the key; nothing of it is ever shown.
    ///
    /// - Throws: Everything that is missing at once, or what is wrong with the file.
    func credentials(io: CommandIO) throws(CommandError) -> SigningCredentials {
        let file = try fileSettings()
        let values: [(flag: FlagDefinition, value: String?)] = [
            (Self.key, settings.keyFile ?? file.keyFile), (Self.keyId, settings.keyId ?? file.keyId),
            (Self.issuerId, settings.issuerId ?? file.issuerId), (Self.bundleId, settings.bundleId ?? file.bundleId),
        ]
        let missing = values.filter { $0.value?.isEmpty ?? true }.map { entry in
            Problem(
                "\(entry.flag.usage) is missing",
                hint: entry.flag.environmentName.map { "give it, or set \($0)" })
        }
        guard missing.isEmpty else { throw .misconfigured(missing) }
        let texts = values.map { $0.value ?? "" }
        let bytes = try SigningOptions.privateContents(of: texts[0], io: io).get()
        do throws(SigningCredentialsError) {
            return try SigningCredentials(p8: bytes, keyId: texts[1], issuerId: texts[2], bundleId: texts[3])
        } catch {
            throw .misconfigured([
                Problem(
                    "\(Quoted.word(texts[0])) cannot be used: \(error)",
                    hint: "it is the file AuthKey_ID.p8 that App Store Connect offers once for download")
            ])
        }
    }

    private func fileSettings() throws(CommandError) -> APISettings {
        guard let configurationFile else { return APISettings() }
        do throws(ServiceConfigurationError) {
            return try APISettings.read(configurationFile: configurationFile)
        } catch {
            throw .misconfigured(error.problems.map(Problem.init))
        }
    }

    /// The bytes of a file that nobody else may read or write.
    private static func privateContents(of path: String, io: CommandIO) -> Result<[UInt8], CommandError> {
        let problem: String
        do throws(SystemError) {
            let source = path == "-" ? io.input : try io.files.open(path)
            // Asked of the open file: another may stand at the path a moment later.
            if let permissions = source.permissions, permissions & 0o077 != 0 {
                let mode = String(permissions, radix: 8)
                return refuse(
                    "\(InputResolver.name(path)) can be read or written by others (mode \(mode))",
                    hint: "run: chmod 600 \(TerminalText.plain(path))")
            }
            if let bytes = try source.readAll(limit: 1 << 16) { return .success(bytes) }
            problem = "it is larger than 65536 bytes"
        } catch {
            problem = error.text
        }
        return refuse("cannot read \(InputResolver.name(path)): \(problem)")
    }

    private static func refuse(_ text: String, hint: String? = nil) -> Result<[UInt8], CommandError> {
        .failure(.misconfigured([Problem(text, hint: hint)]))
    }
}
