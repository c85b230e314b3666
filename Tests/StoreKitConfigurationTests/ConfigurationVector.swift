import StoreKitConfiguration
import StrictJSON
import TestSupport
import Testing

/// An input with the error or the notes that it must lead to.
struct ConfigurationVector: CustomTestStringConvertible, Sendable {
    let name: String
    let input: [UInt8]
    let error: String
    let path: String
    /// The key that is suggested; `nil` where the vector does not say, an empty text for none.
    let nearest: String?
    let notes: [ConfigurationNote]

    var testDescription: String { name }

    static func load(_ file: String) throws -> [ConfigurationVector] {
        let document = try JSONDocument(parsing: try TestVectors.bytes("storekit/\(file)"))
        return try document.root.elements.map { node in
            let expect = node["expect"]
            return ConfigurationVector(
                name: try #require(node["name"]?.string), input: Array(try #require(node["input"]?.string).utf8),
                error: expect?["error"]?.string ?? "", path: expect?["path"]?.string ?? "",
                nearest: expect?["nearest"].map { $0.string ?? "" },
                notes: try node["notes"]?.elements.map {
                    ConfigurationNote(path: try #require($0["path"]?.string), text: try #require($0["text"]?.string))
                } ?? [])
        }
    }
}

extension StoreConfigurationError {
    /// The name of the case and its path, as vectors have them.
    var code: (error: String, path: String) {
        switch self {
        case .json: ("json", "")
        case .unexpected(let path, _, _): ("unexpected", path)
        case .missing(let path, _): ("missing", path)
        case .duplicateProduct(_, let path, _): ("duplicateProduct", path)
        case .duplicateGroup(_, let path, _): ("duplicateGroup", path)
        case .price(let path, _): ("price", path)
        case .period(let path, _): ("period", path)
        case .unknownKey(let path, _, _): ("unknownKey", path)
        case .synchronized: ("synchronized", "")
        case .noSuchProduct: ("noSuchProduct", "")
        case .noSuchGroup: ("noSuchGroup", "")
        case .secondIntroductoryOffer: ("secondIntroductoryOffer", "")
        }
    }
}

/// The files laid out as Xcode does.
enum SoundFiles {
    static let names = [
        "version-1.1", "version-2.0", "version-3.0", "version-4.0-synchronized", "version-5.0",
    ]

    static func bytes(_ name: String) throws -> [UInt8] { try TestVectors.bytes("storekit/sound/\(name).storekit") }

    static func configuration(_ name: String) throws -> StoreConfiguration {
        try StoreConfiguration(parsing: try bytes(name))
    }
}
