import AppStoreModels
import FoundationEssentials
import StoreKitConfiguration
import StoreSimulator
import Testing
import TestSupport

@Suite("Sessions from configuration files")
struct ConfigurationTests {
    private static let shortForm = """
        {"bundleId": "com.example.shop",
         "products": [{"id": "coins", "type": "consumable", "price": "0.99"}],
         "groups": [{"name": "Pro", "subscriptions": [
           {"id": "pro.monthly", "level": 1, "period": "P1M", "price": "9.99",
            "introductory": {"mode": "free", "period": "P1W"}}]}]}
        """

    @Test("Products, offers and the app come from the file")
    func file() async throws {
        let configuration = try StoreConfiguration(parsingShortForm: Array(Self.shortForm.utf8))
        let folder = try TemporaryFolder()
        let path = try folder.write("Store.storekit", configuration.fileBytes)
        let session = try SimulatorSession(configurationFileNamed: String(path.dropLast(".storekit".count)))
        let trial = try await session.buyProduct(identifier: "pro.monthly")
        #expect(trial.price == 0)
        // Unwrapped first: the optimizer of Swift 6.3.1 gives up on both members of the optional in one expression.
        let offer = try #require(trial.offer)
        #expect(offer.type == .introductory && offer.discountType == .freeTrial)
        #expect(trial.expiresDate == trial.purchaseDate + 7 * 86_400_000)
        try session.advance(by: .seconds(8 * 86_400))
        #expect(session.subscriptions().first?.transaction.price == 9_990)
        #expect(try await session.buyProduct(identifier: "coins", options: [.quantity(2)]).price == 1_980)
    }

    @Test("Settings of the file count, and a reset returns to them")
    func settings() throws {
        var settings = ConfiguredSettings()
        settings.storefront = "DEU"
        settings.timeRate = 6
        settings.billingGracePeriod = true
        settings.failTransactions = true
        settings.locale = "de_DE"
        let world = WorldSettings(settings)
        #expect(world.storefront.currency == "EUR" && world.timeRate == .oneSecondIsOneDay)
        #expect(world.billingGracePeriodIsEnabled && !world.askToBuyEnabled)
        let session = try SimulatorSession(
            catalog: ProductCatalog([]), settings: world, device: DeviceSettings(settings),
            options: SessionOptions(app: SimulatedApp(bundleId: "a")))
        #expect(session.failTransactionsEnabled && session.locale == "de_DE")
        session.failTransactionsEnabled = false
        session.storefront = "USA"
        session.storefront = "Atlantis"
        #expect(session.storefront == "USA")
        session.resetToDefaultState()
        #expect(session.failTransactionsEnabled && session.storefront == "DEU")
    }

    @Test("A file that is missing, of another kind or broken is named")
    func broken() throws {
        let folder = try TemporaryFolder()
        for (name, bytes) in [("missing.storekit", nil), ("Store.json", "{}"), ("broken.storekit", "{")] {
            if let bytes { _ = try folder.write(name, bytes) }
            let error = #expect(throws: SessionError.self) {
                try SimulatorSession(contentsOf: URL(filePath: folder.file(name)))
            }
            guard case .configuration(let reason) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(reason.hasPrefix(name))
        }
    }

    @Test(
        "Files that Xcode wrote make sessions in which every product can be bought",
        .enabled(if: ThirdPartyVectors.folder != nil, Comment(rawValue: ThirdPartyVectors.hint)),
        arguments: ["BackyardBirds", "v3-five-groups", "v5-all-switches"])
    func xcode(_ name: String) async throws {
        let url = try #require(ThirdPartyVectors.folder).appending(path: "storekit/\(name).storekit")
        let session = try SimulatorSession(contentsOf: url)
        session.resetToDefaultState()
        session.askToBuyEnabled = false
        session.interruptedPurchasesEnabled = false
        session.failTransactionsEnabled = false
        let configuration = try StoreConfiguration(parsing: [UInt8](try Data(contentsOf: url)))
        for (number, product) in configuration.allProducts.enumerated() {
            let bought = try await session.buyProduct(
                identifier: product.productID, options: [.customer("\(number)")])
            #expect(bought.productID == product.productID)
        }
    }
}

extension ConfigurationTests {
    @Test("The refusal of a file that is not there tells where it was looked for")
    func missing() {
        let folder = FileManager.default.currentDirectoryPath
        let text = "Nowhere.storekit cannot be read; it was looked for in \(folder)"
        #expect(throws: SessionError.configuration(text)) {
            try SimulatorSession(configurationFileNamed: "Nowhere")
        }
    }
}
