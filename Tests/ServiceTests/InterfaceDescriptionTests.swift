internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import NotificationProcessing
internal import StrictJSON
internal import Testing
internal import TestSupport

@testable internal import Service

@Suite("The description of the interface")
struct InterfaceDescriptionTests {
    private let document: JSONNode
    private let operations: [(listener: Listener, operation: Service.Operation)]

    init() throws {
        document = try JSONDocument(parsing: JSONWriter().bytes(InterfaceDescription.document)).root
        let configuration = VerifierConfiguration(apps: [AppIdentity(bundleId: "a")], environments: [.sandbox])
        let processor = NotificationProcessor(
            verifier: try SignedDataVerifier(configuration), store: MemoryStore(), now: { 0 })
        let parts = ServiceParts(
            processor: processor, evaluation: EvaluationConfiguration(), linkPolicy: .keep, warnings: [],
            metrics: ServiceMetrics(),
            log: { _ in }, now: { 0 }, version: "1", startedAt: 0)
        operations =
            Endpoints.open(parts).map { (.open, type(of: $0).operation) }
            + Endpoints.closed(parts).map { (.closed, type(of: $0).operation) }
    }

    private func described(_ operation: Service.Operation) -> JSONNode? {
        document["paths"]?[operation.path.description]?[operation.method.lowercased()]
    }

    @Test("Every route is described, and nothing else")
    func routes() {
        let routes = operations.map { "\($0.operation.method.lowercased()) \($0.operation.path)" }
        let paths = document["paths"]?.members.flatMap { path, item in item.members.map { "\($0.name) \(path)" } }
        #expect(routes.sorted() == paths?.sorted())
    }

    @Test("Every status that a route answers is described, and no other")
    func statuses() {
        for (listener, operation) in operations {
            let statuses = described(operation)?["responses"]?.members.map { $0.name } ?? []
            #expect(
                statuses == operation.statuses(on: listener).sorted().map { "\($0)" },
                "\(operation.method) \(operation.path)")
        }
    }

    @Test("Every parameter is described, and no other")
    func parameters() {
        for (_, operation) in operations {
            let parameters = described(operation)?["parameters"].map { Array($0.elements) } ?? []
            let path = parameters.filter { $0["in"]?.string == "path" }.map { $0["name"]?.string }
            let query = parameters.filter { $0["in"]?.string == "query" }.map { $0["name"]?.string }
            #expect(path == operation.path.names)
            #expect(query.compactMap(\.self).sorted() == (operation.query ?? []).sorted())
        }
    }

    @Test("Each operation says which listener has it, and whether a token may be asked for")
    func listeners() {
        for (listener, operation) in operations {
            let json = described(operation)
            #expect(json?["tags"]?.elements.map(\.string) == [listener.rawValue])
            #expect((json?["security"] != nil) == operation.isOpen)
            #expect((json?["requestBody"] != nil) == (operation.body != .none))
        }
        let ids = operations.map { described($0.operation)?["operationId"]?.string }
        #expect(Set(ids).count == operations.count)
    }

    @Test("Every reference leads to a schema, and every schema is used")
    func references() {
        var references: Set<String> = []
        collect(document, &references)
        let schemas = document["components"]?["schemas"]?.members.map { "#/components/schemas/\($0.name)" } ?? []
        #expect(references == Set(schemas))
    }

    private func collect(_ node: JSONNode, _ references: inout Set<String>) {
        for (name, member) in node.members {
            if name == "$ref", let reference = member.string { references.insert(reference) }
            collect(member, &references)
        }
        for element in node.elements { collect(element, &references) }
    }
}
