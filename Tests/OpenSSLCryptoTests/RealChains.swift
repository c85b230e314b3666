import FoundationEssentials
import OpenSSLCrypto
import StrictJSON
import TestSupport

/// The chains in the headers of the App Store's real notifications.
enum RealChains {
    static func load() throws -> [[Certificate]] {
        try ["TEST.sandbox.jws", "SUBSCRIBED.RESUBSCRIBE.sandbox.jws"].map { file in
            let text = try ThirdPartyVectors.text("app-store/" + file)
            let standard = text.prefix { $0 != "." }.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
            let padded = String(standard) + String(repeating: "=", count: (4 - standard.count % 4) % 4)
            let header = try JSONDocument(parsing: [UInt8](Data(base64Encoded: padded) ?? Data()))
            return try (header.root["x5c"]?.elements.compactMap(\.string) ?? []).map { entry in
                try Certificate(der: [UInt8](Data(base64Encoded: entry) ?? Data()))
            }
        }
    }
}
