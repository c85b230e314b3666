import StoreKitConfiguration
import TestSupport
import Testing

@Suite
struct ConfigurationMutationTests {
    /// How many damaged inputs there are of each file.
    private static let count = 400

    @Test(
        "A damaged file is read and can be described, saved and read again, or is refused", arguments: SoundFiles.names)
    func files(name: String) throws {
        let sound = try SoundFiles.bytes(name)
        let other = try SoundFiles.bytes(name == "version-5.0" ? "version-3.0" : "version-5.0")
        var mutator = Mutator(seed: 20_200_622)
        var (read, refused) = (0, 0)
        for _ in 0..<Self.count {
            do throws(StoreConfigurationError) {
                try survey(try StoreConfiguration(parsing: mutator.mutated(sound, with: other)))
                read += 1
            } catch {
                #expect(!"\(error)".isEmpty)
                refused += 1
            }
        }
        // Both ways must be walked, or the damage is too great or too small to show anything.
        #expect(read > 10)
        #expect(refused > 10)
    }

    @Test("Every beginning of a file is refused")
    func truncations() throws {
        let sound = try SoundFiles.bytes("version-1.1")
        for length in 0..<(sound.count - 2) {
            #expect(throws: StoreConfigurationError.self) {
                _ = try StoreConfiguration(parsing: Array(sound.prefix(length)))
            }
        }
    }

    @Test("A damaged short form is built or refused")
    func shortForm() throws {
        let sound = try TestVectors.bytes("storekit/short/all.json")
        var mutator = Mutator(seed: 20_240_915)
        var (built, refused) = (0, 0)
        for _ in 0..<(4 * Self.count) {
            do throws(StoreConfigurationError) {
                try survey(try StoreConfiguration(parsingShortForm: mutator.mutated(sound, with: sound.reversed())))
                built += 1
            } catch {
                #expect(!"\(error)".isEmpty)
                refused += 1
            }
        }
        #expect(built > 10)
        #expect(refused > 10)
    }

    /// Does with a configuration all that can be done with any.
    private func survey(_ configuration: StoreConfiguration) throws(StoreConfigurationError) {
        let saved = configuration.fileBytes
        let again = try StoreConfiguration(parsing: saved)
        #expect(again.fileBytes == saved)
        #expect(again.allProducts == configuration.allProducts)
        #expect(!ConfigurationDescription(configuration).lines.isEmpty)
        var copy = try configuration.localCopy()
        var settings = copy.settings
        settings.askToBuy.toggle()
        try copy.set(settings)
        #expect(copy.settings == settings)
    }
}
