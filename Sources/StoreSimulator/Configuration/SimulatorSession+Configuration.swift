public import FoundationEssentials
public import StoreKitConfiguration

extension SimulatorSession {
    /// The bundle id of sessions whose file names none and that are not told of one.
    public static let defaultBundleId = "com.example.app"

    /// Starts a session with the products and settings of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - options: The app, the clock, the seed and the keys; `nil` for the defaults, with the app of the configuration.
    /// - Throws: ``SessionError``, `certificates`, when there is no randomness.
    public convenience init(
        configuration: StoreConfiguration, options: SessionOptions? = nil
    ) throws(SessionError) {
        let options = options ?? SessionOptions(app: SimulatedApp(configuration))
        try self.init(
            catalog: ProductCatalog(configuration), settings: WorldSettings(configuration.settings),
            device: DeviceSettings(configuration.settings), options: options)
    }

    /// Starts a session with a `.storekit` file of the working directory.
    ///
    /// - Parameters:
    ///   - name: The file's name or path; the ending `.storekit` may be left out.
    ///   - options: The app, the clock, the seed and the keys; `nil` for the defaults.
    /// - Throws: ``SessionError``, `configuration`, when there is no such file, or it cannot be used.
    public convenience init(
        configurationFileNamed name: String, options: SessionOptions? = nil
    ) throws(SessionError) {
        let ending = ".storekit"
        try self.init(
            contentsOf: URL(filePath: name.hasSuffix(ending) ? name : name + ending), options: options)
    }

    /// Starts a session with a `.storekit` file.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - options: The app, the clock, the seed and the keys; `nil` for the defaults.
    /// - Throws: ``SessionError``, `configuration`, when there is no such file, or it cannot be used.
    public convenience init(contentsOf url: URL, options: SessionOptions? = nil) throws(SessionError) {
        try self.init(configuration: try SimulatorSession.configuration(at: url), options: options)
    }

    private static func configuration(at url: URL) throws(SessionError) -> StoreConfiguration {
        guard url.isFileURL, url.pathExtension == "storekit" else {
            throw .configuration("\(url.lastPathComponent) is no .storekit file")
        }
        let bytes: [UInt8]
        do { bytes = [UInt8](try Data(contentsOf: url)) } catch {
            // A relative path is looked for where the program was started, which is easily elsewhere.
            let folder = url.absoluteURL.deletingLastPathComponent().path
            throw .configuration("\(url.lastPathComponent) cannot be read; it was looked for in \(folder)")
        }
        do throws(StoreConfigurationError) {
            return try StoreConfiguration(parsing: bytes)
        } catch {
            throw .configuration("\(url.lastPathComponent): \(error.description)")
        }
    }
}

extension SimulatedApp {
    /// The app of a configuration, as far as the configuration knows it.
    public init(_ configuration: StoreConfiguration) {
        self.init(bundleId: configuration.bundleID ?? SimulatorSession.defaultBundleId)
        if let text = configuration.applicationInternalID, let number = Int64(text), number > 0 { appAppleId = number }
    }
}
