import AppStoreModels
import StrictJSON
import TestSupport
import Testing

/// One row of `TestVectors/models/fields.json`.
struct FieldVector: Sendable {
    let type: String
    let name: String
    let json: String
    let unit: String?
    let isOptional: Bool
    let enumeration: String?
    let object: String?

    /// All rows, by type.
    static let all: [(type: String, fields: [FieldVector])] = {
        guard let root = try? JSONDocument(parsing: TestVectors.bytes("models/fields.json")).root else { return [] }
        return root["types"]?.elements.map { type in
            let name = type["type"]?.string ?? ""
            return (name, type["fields"]?.elements.map { FieldVector(type: name, $0) } ?? [])
        } ?? []
    }()

    private init(type: String, _ row: JSONNode) {
        self.type = type
        name = row["field"]?.string ?? ""
        json = row["json"]?.string ?? ""
        unit = row["unit"]?.string
        isOptional = row["optional"]?.boolean ?? true
        enumeration = row["enumeration"]?.string
        object = row["object"]?.string
    }

    /// Whether the value is a moment.
    var isDate: Bool { unit == "milliseconds since 1970" }

    /// A value as the row describes it.
    var sample: JSONValue {
        if let enumeration { return EnumerationVector.all.first { $0.name == enumeration }?.values.first ?? nil }
        if let object { return json == "objects" ? [FieldVector.sample(of: object)] : FieldVector.sample(of: object) }
        return switch json {
        case "string": .string("a sample of \(name)")
        case "number": isDate ? 1_697_679_936_049 : 9_007_199_254_740_993
        case "boolean": true
        case "strings": ["one", "two"]
        default: nil
        }
    }

    /// The least object of a type: what is documented as always present.
    static func sample(of type: String) -> JSONValue {
        let fields = all.first { $0.type == type }?.fields ?? []
        return .object(fields.filter { !$0.isOptional }.map { JSONMember($0.name, $0.sample) })
    }

    /// The types of the module, which the rows name.
    static let types: [any AppStoreObject.Type] = [
        ResponseBodyV2DecodedPayload.self, NotificationData.self, NotificationSummary.self, ExternalPurchaseToken.self,
        NotificationAppData.self, JWSTransactionDecodedPayload.self, JWSRenewalInfoDecodedPayload.self,
        AppTransaction.self, DecodedRealtimeRequestBody.self, TransactionCommitmentInfo.self,
        RenewalCommitmentInfo.self,
        AdvancedCommerceTransactionInfo.self, AdvancedCommerceTransactionItem.self, AdvancedCommerceRenewalInfo.self,
        AdvancedCommerceRenewalItem.self, AdvancedCommerceDescriptors.self, AdvancedCommerceOffer.self,
        AdvancedCommerceRefund.self, AdvancedCommercePriceIncreaseInfo.self,
    ]
}

extension JSONValue {
    /// The value as it would be read.
    var node: JSONNode {
        get throws { try JSONDocument(parsing: JSONWriter().bytes(self)).root }
    }

    /// The value with one member set.
    func with(_ name: String, _ value: JSONValue) -> JSONValue {
        var copy = self
        copy[name] = value
        return copy
    }
}

extension AppStoreObject {
    /// Reads an object from a text.
    init(text: String) throws { try self.init(JSONDocument(parsing: Array(text.utf8)).root) }
}
