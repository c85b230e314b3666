import AppStoreModels
import Entitlements
import StrictJSON
import Testing

/// Makes versions of facts from the short forms in vectors; they go through payload bytes, as a store's do.
///
/// A transaction is by default of an auto-renewable subscription on line 1000; `null` leaves a default out.
enum VectorStatement {
    static func version(_ node: JSONNode) throws -> FactVersion {
        let scope = AppScope(
            environment: node["environment"]?.string ?? "Sandbox",
            bundleId: node["bundleId"]?.string ?? "com.example.app",
            realm: node["realm"]?.string ?? "")
        let signed = try node["signed"]?.string.map(TestTime.milliseconds)
        if let status = node["status"] {
            let line = node["line"]?.string ?? "1000"
            let code = Int(try #require(status.number?.integer))
            let date = try #require(signed)
            let digest = digest(node) ?? TestDigest.of("status \(line) \(code) \(date)")
            return FactVersion(
                status: StatusStatement(originalTransactionId: line, status: code), scope: scope,
                notificationDate: date,
                notificationDigest: digest)
        }
        let isTransaction = node["transaction"] != nil
        let payload = try payload(
            try #require(node["transaction"] ?? node["renewalInfo"]),
            defaults: isTransaction ? transactionDefaults : renewalDefaults, signed: signed)
        let json = try JSONDocument(parsing: payload).root
        let digest = digest(node) ?? TestDigest.of(payload)
        let version =
            isTransaction
            ? FactVersion(try JWSTransactionDecodedPayload(json), scope: scope, digest: digest)
            : FactVersion(try JWSRenewalInfoDecodedPayload(json), scope: scope, digest: digest)
        return try #require(version)
    }

    private static let transactionDefaults: [JSONMember] = [
        JSONMember("originalTransactionId", "1000"), JSONMember("type", "Auto-Renewable Subscription"),
        JSONMember("productId", "pro.monthly"), JSONMember("subscriptionGroupIdentifier", "group"),
    ]
    private static let renewalDefaults: [JSONMember] = [
        JSONMember("originalTransactionId", "1000"), JSONMember("productId", "pro.monthly"),
    ]

    /// Fixes the digest of a version to 32 equal bytes, for ties.
    private static func digest(_ node: JSONNode) -> FactDigest? {
        node["digest"]?.number?.integer.map { TestDigest.repeating(UInt8(clamping: $0)) }
    }

    private static func payload(_ node: JSONNode, defaults: [JSONMember], signed: Int64?) throws -> [UInt8] {
        var value = JSONValue.object(defaults)
        for (name, member) in node.members {
            if name.hasSuffix("Date"), let text = member.string {
                value[name] = .integer(try TestTime.milliseconds(text))
            } else {
                value[name] = member.isNull ? nil : JSONValue(member)
            }
        }
        if let signed { value["signedDate"] = .integer(signed) }
        return JSONWriter(sortsNames: true).bytes(value)
    }
}
