import AppStoreModels
import StoreKitConfiguration
import StrictJSON
import TestSupport
import Testing

@Suite
struct StoreConfigurationReadingTests {
    @Test("A file laid out as Xcode does is saved with the same bytes", arguments: SoundFiles.names)
    func roundTrip(name: String) throws {
        let bytes = try SoundFiles.bytes(name)
        let configuration = try StoreConfiguration(parsing: bytes)
        #expect(String(decoding: configuration.fileBytes, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
        #expect(try StoreConfiguration(parsing: configuration.fileBytes) == configuration)
    }

    @Test(
        "An odd file is read, and its notes say what was ignored or defaulted",
        arguments: try ConfigurationVector.load("odd.json"))
    func odd(vector: ConfigurationVector) throws {
        let configuration = try StoreConfiguration(parsing: vector.input)
        #expect(configuration.notes == vector.notes)
        // What is saved is Xcode's layout: reading and saving it once more changes nothing.
        let saved = configuration.fileBytes
        #expect(try StoreConfiguration(parsing: saved).fileBytes == saved)
    }

    @Test(
        "A broken file is refused with the place of what is wrong",
        arguments: try ConfigurationVector.load("broken.json"))
    func broken(vector: ConfigurationVector) throws {
        let error = try #require(throws: StoreConfigurationError.self) {
            _ = try StoreConfiguration(parsing: vector.input)
        }
        #expect(error.code.error == vector.error)
        #expect(error.code.path == vector.path)
        #expect(!"\(error)".isEmpty && "\(error)".utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    }

    @Test("A file beyond the limit is refused before it is read")
    func tooLarge() {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: StoreConfiguration.maximumBytes + 1)
        #expect(throws: StoreConfigurationError.json(.tooLarge(limit: StoreConfiguration.maximumBytes))) {
            _ = try StoreConfiguration(parsing: bytes)
        }
    }

    @Test("More notes than a person reads are counted only")
    func manyNotes() throws {
        let keys = (0..<1500).map { "\"x\($0)\":0" }.joined(separator: ",")
        let configuration = try StoreConfiguration(
            parsing: Array("{\"identifier\":\"A\",\"products\":[],\(keys)}".utf8))
        #expect(configuration.notes.count == 1001)
        #expect(configuration.notes.last?.text == "504 more notes left out")
    }

    @Test("Version 1.1: a free introductory offer and empty settings")
    func version1() throws {
        let configuration = try SoundFiles.configuration("version-1.1")
        #expect(configuration.version == ConfigurationVersion(major: 1, minor: 1))
        #expect(configuration.settings == ConfiguredSettings())
        #expect(configuration.notes.isEmpty)
        let lifetime = try #require(configuration.product("lifetime"))
        #expect(lifetime.type == .nonConsumable)
        #expect(lifetime.price.milliunits == 199_990)
        #expect(lifetime.isFamilyShareable)
        let subscription = try #require(configuration.product("pro.monthly")?.subscription)
        #expect(subscription.period == CalendarDuration(months: 1))
        #expect(
            subscription.introductoryOffers == [
                ConfiguredOffer(
                    kind: .introductory, internalID: "44444444", paymentMode: .freeTrial,
                    period: CalendarDuration(days: 7))
            ])
    }

    @Test("Version 3.0: promotional offers, codes, levels, a signing key")
    func version3() throws {
        let configuration = try SoundFiles.configuration("version-3.0")
        #expect(configuration.settings.timeRate == 6)
        #expect(configuration.settings.storeKitErrors.map(\.name) == ["Load Products", "Purchase"])
        #expect(configuration.offersKey == ConfiguredOffersKey(id: "C0FFEE00", privateKey: "AAAA/+8="))
        #expect(configuration.group("22222222")?.localizations.first?.displayName == "All")
        let weekly = try #require(configuration.product("pro.weekly")?.subscription)
        #expect(weekly.level == 2)
        #expect(weekly.introductoryOffers.isEmpty)
        let code = try #require(weekly.offerCodes.first)
        #expect(code.identifier == "SPRING")
        #expect(code.eligibility == [.new, .expired])
        #expect(code.isStackable)
        #expect(code.numberOfPeriods == 3)
        #expect(code.price?.milliunits == 990)
        let monthly = try #require(configuration.product("pro.monthly")?.subscription)
        #expect(monthly.introductoryOffers.first?.paymentMode == .payUpFront)
        #expect(monthly.introductoryOffers.first?.period == CalendarDuration(months: 2))
        let promotional = try #require(monthly.promotionalOffers.first)
        #expect(promotional.identifier == "again")
        #expect(promotional.price == nil)
        #expect(
            configuration.notes.map(\.path) == ["subscriptionGroups[0].subscriptions[1].adHocOffers[0].displayPrice"])
    }

    @Test("Version 5.0: every switch, both introductory forms, billing plans")
    func version5() throws {
        let configuration = try SoundFiles.configuration("version-5.0")
        #expect(
            configuration.settings
                == ConfiguredSettings(
                    askToBuy: true, interruptedPurchases: true, billingRetryOnRenewal: true, billingGracePeriod: true,
                    disableDialogs: true, timeRate: 1004))
        let subscription = try #require(configuration.product("pro.yearly")?.subscription)
        #expect(subscription.introductoryOffers.count == 1)
        #expect(subscription.introductoryOffers.first?.billingPlanType == .billedUpfront)
        #expect(subscription.billingPlans.map(\.type) == [.billedUpfront, .monthly])
        #expect(subscription.billingPlans.last?.price.milliunits == 1000)
        #expect(subscription.billingPlans.last?.commitmentPrice.milliunits == 12_000)
        #expect(subscription.billingPlans.map(\.isEnabled) == [true, false])
        #expect(configuration.notes.isEmpty)
    }

    @Test("Letters, quotes and escapes survive")
    func texts() throws {
        let configuration = try SoundFiles.configuration("version-2.0")
        let localization = try #require(configuration.product("coins")?.localizations.first)
        #expect(localization.displayName == "Münzen \"groß\"")
        #expect(localization.text == "A\\B/C\tD\nE\u{2028}")
        #expect(configuration.settings.failTransactions)
        #expect(configuration.settings.storefront == "DEU")
        #expect(configuration.nonRenewing.map(\.productID) == ["season"])
    }

    @Test("An unusual spelling of a text or number stays in the file")
    func spelling() throws {
        let text = #"{"products":[],"x":{"b10":1.50e1,"B9":"\/\u00e9","b2":[]}}"#
        let configuration = try StoreConfiguration(parsing: Array(text.utf8))
        let expected = """
            {
              "products" : [

              ],
              "x" : {
                "b2" : [

                ],
                "B9" : "\\/\\u00e9",
                "b10" : 1.50e1
              }
            }

            """
        #expect(String(decoding: configuration.fileBytes, as: UTF8.self) == expected)
    }
}
