public import AppStoreModels
import StrictJSON

/// A store to test with: the contents of one of Xcode's `.storekit` files.
///
/// The file is kept as it was read, unknown keys included: one that Xcode wrote is saved with the very same bytes, and
/// a change touches nothing but what it changes. Reading is lenient; ``notes`` says what was ignored or defaulted.
public struct StoreConfiguration: Hashable, Sendable {
    /// How many bytes a file may have.
    public static let maximumBytes = 16 << 20

    /// What is saved.
    let document: JSONValue

    /// The app that sells the products; a `.storekit` file does not say, and none is saved in one.
    public var bundleID: String?
    /// The file's own id, usually 8 hexadecimal digits; empty when it has none.
    public internal(set) var identifier = ""
    /// The version of the file's format; `nil` when it does not say.
    public internal(set) var version: ConfigurationVersion?
    /// The consumables and non-consumables, in the file's order.
    public internal(set) var products: [ConfiguredProduct] = []
    /// The non-renewing subscriptions, in the file's order.
    public internal(set) var nonRenewing: [ConfiguredProduct] = []
    /// The groups with the auto-renewable subscriptions, in the file's order.
    public internal(set) var groups: [ConfiguredGroup] = []
    /// How the test store behaves.
    public internal(set) var settings = ConfiguredSettings()
    /// The texts of the app's policies.
    public internal(set) var appPolicies: ConfiguredPolicies?
    /// The key that promotional offers are signed with.
    public internal(set) var offersKey: ConfiguredOffersKey?
    /// The app's id in App Store Connect, as digits.
    public internal(set) var applicationInternalID: String?
    /// The team's id.
    public internal(set) var developerTeamID: String?
    /// When the file was last synchronized with App Store Connect.
    public internal(set) var lastSynchronized: Timestamp?
    /// Whether the file is synchronized with App Store Connect, and thus read-only; see ``localCopy()``.
    public internal(set) var isSynchronized = false
    /// What was ignored or defaulted.
    public internal(set) var notes: [ConfigurationNote] = []

    /// Starts with nothing read of the document.
    init(document: JSONValue) { self.document = document }

    /// Reads a tree of values.
    init(reading document: JSONValue, bundleID: String? = nil) throws(StoreConfigurationError) {
        var reader = ConfigurationReader()
        self = try reader.read(ConfigurationLayout.sorted(document))
        self.bundleID = bundleID
    }

    /// Reads a `.storekit` file.
    ///
    /// - Parameter bytes: The file, UTF-8; a byte order mark is forgiven and noted.
    /// - Throws: ``StoreConfigurationError`` for the first thing that is wrong.
    public init(parsing bytes: [UInt8]) throws(StoreConfigurationError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let hasMark = bytes.starts(with: mark)
        let text = hasMark ? Array(bytes.dropFirst(mark.count)) : bytes
        let root: JSONNode
        do {
            root = try JSONDocument(parsing: text, limits: JSONLimits(maximumBytes: Self.maximumBytes)).root
        } catch {
            throw .json(error)
        }
        try self.init(reading: JSONValue(keepingSpellingOf: root))
        if hasMark {
            notes.insert(ConfigurationNote(path: "", text: "begins with a byte order mark, which is not saved"), at: 0)
        }
    }

    /// The bytes of the `.storekit` file, laid out as Xcode does.
    public var fileBytes: [UInt8] { ConfigurationLayout.file(document) }

    /// Every product: those without a period, the non-renewing and the auto-renewable.
    public var allProducts: [ConfiguredProduct] { products + nonRenewing + groups.flatMap(\.subscriptions) }

    /// The product with an id; `nil` when there is none.
    public func product(_ productID: String) -> ConfiguredProduct? { allProducts.first { $0.productID == productID } }

    /// The group with an id; `nil` when there is none.
    public func group(_ id: String) -> ConfiguredGroup? { groups.first { $0.id == id } }

    /// A copy that can be changed: without what ties the file to App Store Connect, and otherwise the same.
    ///
    /// There is no way back. A local configuration is its own local copy.
    public func localCopy() throws(StoreConfigurationError) -> StoreConfiguration {
        guard isSynchronized, var settings = document["settings"] else { return self }
        var document = document
        for key in ConfigurationKeys.synchronization { settings[key] = nil }
        document["settings"] = settings
        return try StoreConfiguration(reading: document, bundleID: bundleID)
    }
}
