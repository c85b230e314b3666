import HTTPServing
import SimulatorService
import StoreSimulator
import StrictJSON
import TestSupport
import Testing

@Suite("What the simulator serves")
struct RouteTableTests {
    private func document() async throws -> JSONNode {
        try #require(try await SampleStore().send("GET", "/openapi.json").json)
    }

    @Test("Each route is described with its parameters, its body and its success, and nothing else is")
    func described() async throws {
        let document = try await document()
        #expect(document["openapi"]?.string == "3.1.0")
        let paths = try #require(document["paths"])
        for route in RouteTable.all {
            let operation = try #require(paths[route.path.description]?[route.method.lowercased()], "\(route.id)")
            #expect(operation["operationId"]?.string == route.id)
            let parameters = operation["parameters"]?.all.compactMap { $0["name"]?.string } ?? []
            #expect(parameters == route.path.names + route.query.map(\.name))
            #expect((operation["requestBody"] != nil) == (route.body != nil))
            let responses = try #require(operation["responses"]).members.map(\.name)
            #expect(responses.contains(String(route.success.status)))
        }
        let count = paths.members.reduce(0) { $0 + $1.value.members.map(\.name).count }
        #expect(count == RouteTable.all.count)
        #expect(Set(RouteTable.all.map(\.id)).count == count)
    }

    @Test("Every action is described with its members, and with no others it is read")
    func actions() async throws {
        let operation = try await document()["paths"]?["/control/v1/actions"]?["post"]
        let schemas = operation?["requestBody"]?["content"]?["application/json"]?["schema"]?["oneOf"]?.all ?? []
        #expect(schemas.count == StoreAction.forms.count)
        let sample = try SampleStore()
        for schema in schemas {
            let properties = try #require(schema["properties"]).members.map(\.name)
            let name = try #require(schema["properties"]?["do"]?["const"]?.string)
            var body: JSONValue = ["do": .string(name)]
            for member in properties where member != "do" { body[member] = [] }
            let answer = try await sample.send("POST", "/control/v1/actions", body)
            // The values are wrong, the names are not.
            let detail = answer.json?["detail"]?.string ?? ""
            #expect(!detail.contains("has no \""), "\(name): \(detail)")
            #expect(!detail.contains("no action is called"), "\(name)")
        }
    }

    /// Values for the names in paths that lead to something.
    private static func values(_ sample: SampleStore) throws -> [String: String] {
        let coins = String(try sample.buy("coins"))
        let notification = try #require(sample.session.notifications.first)
        return [
            "transactionId": coins, "anyTransactionId": coins, "originalTransactionId": coins, "id": coins,
            "uuid": notification.id, "endpoint": "consumption", "api": "purchase",
        ]
    }

    @Test("Each route answers at its path, with a status that is described")
    func answers() async throws {
        let paths = try #require(try await document()["paths"])
        for route in RouteTable.all {
            let sample = try SampleStore()
            let values = try Self.values(sample)
            var path = route.path.description
            for name in route.path.names {
                let value = route.path.description.contains("customers") ? "ann" : values[name] ?? "nothing"
                path = path.split(separator: "/").map { $0 == "{\(name)}" ? value : String($0) }.joined(separator: "/")
            }
            let answer = try await sample.send(route.method, path, route.body == nil ? nil : [:])
            let responses = paths[route.path.description]?[route.method.lowercased()]?["responses"]
            let isDescribed = responses?[String(answer.status)] != nil
            // A body of the Server API that is malformed is a bad request wherever one is read.
            #expect(isDescribed || (route.isServerAPI && answer.errorCode == 4_000_000), "\(route.id) \(answer.status)")
            #expect(answer.status != 404 || route.isServerAPI, "\(route.id)")
            if answer.status == route.success.status {
                #expect(answer.body.isEmpty == (route.success.schema == nil), "\(route.id)")
            }
        }
    }

    @Test("Nothing is at other paths, and other methods are told which there are")
    func refusals() async throws {
        let sample = try SampleStore()
        #expect(try await sample.send("GET", "/inApps/v1/nothing").status == 404)
        #expect(try await sample.send("GET", "/").status == 404)
        let answer = try await sample.send("DELETE", "/control/v1/clock")
        #expect(answer.status == 405)
        #expect(answer.fields["Allow"] == "GET, POST")
        let gone = try await sample.send("POST", "/verifyReceipt", [:])
        #expect(gone.status == 410)
        #expect(gone.json?["message"]?.string?.contains("/inApps/v2/history") == true)
    }

    @Test("A path that is described word for word hides one with places in it")
    func literalPaths() {
        let extend = ["inApps", "v1", "subscriptions", "extend"]
        guard case .success(let match) = RouteTable.route(method: "POST", segments: extend + ["mass"]),
            case .failure(let refusal) = RouteTable.route(method: "PUT", segments: extend + ["mass"]),
            case .success(let other) = RouteTable.route(method: "PUT", segments: extend + ["70"])
        else {
            Issue.record("not routed as described")
            return
        }
        #expect(match.route.id == "massExtendRenewalDate" && match.values.isEmpty)
        #expect(refusal == .method(allowed: ["POST"]))
        #expect(other.route.id == "extendRenewalDate" && other.values == ["originalTransactionId": "70"])
    }

    @Test("No damaged body and no damaged query leads to anything but an answer that is described")
    func mutations() async throws {
        let sample = try SampleStore()
        let values = try Self.values(sample)
        let bodies: [[UInt8]] = [
            #"{"do":"buy","customer":"ann","product":"coins","quantity":2}"#, #"{"advanceBy":"P1D"}"#,
            #"{"advanceTo":1769853600001}"#, #"{"timeRate":"realTime","locale":"de_DE","graceDays":3}"#,
            #"{"code":4040010,"times":2}"#, #"{"requests":1,"window":1000}"#, #"{"generic":"networkError"}"#,
            #"{"fault":"wrong-root"}"#, #"{"url":null,"chaos":{"seed":1,"drop":0.5,"longestDelay":5}}"#,
        ].map { Array($0.utf8) }
        let routes = RouteTable.all.filter { !$0.isServerAPI }
        let paths = try #require(try await document()["paths"])
        var mutator = Mutator(seed: 11)
        for round in 0..<2000 {
            // Other tests wait for the same threads, some of them with a clock in their hands.
            if round.isMultiple(of: 20) { await Task.yield() }
            let route = routes[round % routes.count]
            var query: [(String, String)] = []
            for parameter in route.query where mutator.number(below: 2) == 0 {
                let text = String(decoding: mutator.mutated(Array("1769853600000".utf8)), as: UTF8.self)
                query.append((parameter.name, text))
            }
            let body = mutator.mutated(mutator.choice(bodies), with: mutator.choice(bodies))
            let answer = await route.answer(sample.store, ServiceRequest(values: values, query: query, body: body))
            #expect(answer.status < 500, "\(route.id)")
            let responses = paths[route.path.description]?[route.method.lowercased()]?["responses"]
            #expect(responses?[String(answer.status)] != nil, "\(route.id) \(answer.status)")
        }
    }
}
