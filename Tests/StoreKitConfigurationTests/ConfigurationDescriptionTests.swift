import AppStoreModels
import StoreKitConfiguration
import TestSupport
import Testing

@Suite
struct ConfigurationDescriptionTests {
    @Test("A configuration is told in plain words")
    func whole() throws {
        let configuration = try StoreConfiguration(
            parsingShortForm: try TestVectors.bytes("storekit/short/all.json"))
        let expected = try TestVectors.bytes("storekit/short/all.txt")
        #expect(ConfigurationDescription(configuration).description == String(decoding: expected, as: UTF8.self))
    }

    @Test("A synchronized configuration says when it was, and that it is read-only")
    func synchronized() throws {
        let lines = ConfigurationDescription(try SoundFiles.configuration("version-4.0-synchronized")).lines
        #expect(
            lines.first
                == "configuration 0A1B2C40, version 4.0, synchronized with App Store Connect on "
                + "2024-07-26T21:31:31.470Z, read-only")
    }

    @Test("Settings in force, plans and notes are told")
    func details() throws {
        let newest = ConfigurationDescription(try SoundFiles.configuration("version-5.0")).lines
        #expect(newest.contains("      billing plan: 1 each month, 12.00 for the whole commitment, not enabled"))
        for line in ["renewal rate 1004", "purchases wait for a parent (Ask to Buy)", "purchases are interrupted"] {
            #expect(newest.contains("  \(line)"))
        }
        let older = ConfigurationDescription(try SoundFiles.configuration("version-3.0")).lines
        #expect(older.suffix(2).first == "ignored or defaulted")
        #expect(older.last?.hasSuffix("adHocOffers[0].displayPrice: \"0.99\" is ignored, the offer is free") == true)
    }

    @Test("Whatever a file holds, a line is printable ASCII and not endless")
    func plain() throws {
        let text = """
            {"products":[{"type":"Consumable","displayPrice":"1","productID":"a\\n\\u001b[31mé\(String(repeating: "x", count: 9999))"}]}
            """
        let configuration = try StoreConfiguration(parsing: Array(text.utf8))
        let lines = ConfigurationDescription(configuration).lines
        #expect(lines.contains { $0.hasPrefix("  a\\u{A}\\u{1B}[31m\\u{E9}xxx") })
        #expect(lines.allSatisfy { $0.utf8.count < 600 && $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } })
    }
}
