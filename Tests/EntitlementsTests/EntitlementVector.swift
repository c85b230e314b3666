import AppStoreModels
import Entitlements
import StrictJSON
import Testing
import TestSupport

/// Statements, an instant, and the answer to it: one entry of a file in `TestVectors/entitlements`.
struct EntitlementVector: CustomTestStringConvertible, Sendable {
    let name: String
    let versions: [FactVersion]
    let configuration: EvaluationConfiguration
    let cases: [Case]

    /// One question about what was given.
    struct Case: Sendable {
        let now: Int64
        let asOf: Int64?
        /// Asks for a customer instead of listing every line.
        let customer: String?
        let expected: JSONNode
    }

    var testDescription: String { name }

    static let files = [
        "sequences", "current-period", "until", "renewal-before-start", "revocation", "family-sharing",
        "grace-and-retry",
        "restored-copies", "one-time-purchases", "incomplete-data", "as-of", "customers", "field-reports",
    ]

    static func all() throws -> [EntitlementVector] { try files.flatMap { try load("entitlements/\($0).json") } }

    static func load(_ path: String) throws -> [EntitlementVector] {
        let root = try JSONDocument(parsing: TestVectors.bytes(path)).root
        return try (root["vectors"].map { Array($0.elements) } ?? []).map { try EntitlementVector($0) }
    }

    init(_ node: JSONNode) throws {
        name = node["name"]?.string ?? ""
        versions = try (node["given"].map { Array($0.elements) } ?? []).map(VectorStatement.version)
        configuration = try EntitlementVector.configuration(node["configuration"])
        cases = try (node["cases"].map { Array($0.elements) } ?? []).map { entry in
            let now = try TestTime.milliseconds(try #require(entry["when"]?["at"]?.string))
            let countsAll = entry["when"]?["counts"]?.string == "all"
            return Case(
                now: now, asOf: countsAll ? nil : now, customer: entry["when"]?["customer"]?.string,
                expected: try #require(entry["then"]))
        }
    }

    private static func configuration(_ node: JSONNode?) throws -> EvaluationConfiguration {
        var configuration = EvaluationConfiguration()
        guard let node else { return configuration }
        for (name, value) in node.members {
            switch name {
            case "graceCapSeconds": configuration.graceCapSeconds = try #require(value.number?.integer)
            case "weeklyGraceCapSeconds": configuration.weeklyGraceCapSeconds = try #require(value.number?.integer)
            case "partialRevocation":
                configuration.partialRevocation = try #require(.init(rawValue: value.string ?? ""))
            case "nonRenewingDurations":
                for (product, text) in value.members {
                    let duration: CalendarDuration = try #require(CalendarDuration(iso8601: text.string ?? ""))
                    configuration.nonRenewingDurations[product] = duration
                }
            case "entitlementNames":
                for (product, names) in value.members {
                    configuration.entitlementNames[product] = names.elements.compactMap(\.string)
                }
            default: throw UnknownMember(name: name)
            }
        }
        return configuration
    }

    struct UnknownMember: Error {
        let name: String
    }
}
