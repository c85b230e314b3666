import AppStoreModels
import SimulatorScenarios
import StoreKitConfiguration
import StoreSimulator
import Testing

@Suite("Reading scenarios")
struct ScenarioReadingTests {
    private func read(_ text: String) throws(ScenarioError) -> Scenario {
        try Scenario(parsing: Array(text.utf8), name: "file")
    }

    @Test("A scenario that says little has the defaults")
    func defaults() throws {
        let scenario = try read(#"{"steps": []}"#)
        #expect(scenario.name == "file")
        #expect(scenario.purpose.isEmpty)
        #expect(scenario.start == SessionOptions.defaultStart)
        #expect(scenario.seed == 1)
        #expect(scenario.environment == .sandbox)
        #expect(scenario.bundleId == nil)
        #expect(scenario.steps.isEmpty)
        guard case .inline(let store) = scenario.products else {
            Issue.record("no example store")
            return
        }
        #expect(store.bundleID == "com.example.app")
        #expect(store.product("pro.monthly") != nil)
    }

    @Test(
        "A start that the store's clock does not know is refused",
        arguments: ["-1", "\"1900-01-01\"", "253402300800000"])
    func start(_ text: String) throws {
        let found = text.contains("1900") ? "-2208988800000" : text
        #expect(throws: ScenarioError.unexpected(path: "start", expected: "in the years 1970 to 9999", found: found)) {
            try read(#"{"start": \#(text), "steps": []}"#)
        }
    }

    @Test("Every kind of step is read")
    func steps() throws {
        let scenario = try read(
            #"""
            {"start": "2026-05-01", "seed": 7, "environment": "Production", "bundleId": "org.app",
             "settings": {"graceDays": 3},
             "products": {"products": [{"id": "coins", "type": "consumable", "price": "0.99"}]},
             "steps": [
               {"do": "buy", "customer": "ann", "product": "coins"},
               {"advance": "P1M"}, {"advance": 5}, {"advance": "next event"}, {"advanceTo": "2026-09-01"},
               {"expect": {"customer": "ann", "product": "coins", "entitled": false, "until": null}},
               {"expectNotifications": ["ONE_TIME_CHARGE"]},
               {"do": "cancel", "customer": "ann"}, {"expectError": "invalidProductType"}
             ]}
            """#)
        #expect(scenario.start == 1_777_593_600_000)
        #expect(scenario.environment == .production)
        #expect(
            scenario.steps == [
                .settings([.init(name: "graceDays", value: "3", action: .setSetting(.graceDays(3)))]),
                .action(.buy(PurchaseRequest(customer: "ann", product: "coins"))),
                .advance(.duration(CalendarDuration(months: 1), text: "P1M")), .advance(.milliseconds(5)),
                .advance(.nextEvent), .advance(.moment(1_788_220_800_000)),
                .expect(
                    EntitlementExpectation(
                        customer: "ann", subject: .product("coins"), isEntitled: false, until: .some(nil))),
                .expectNotifications(["ONE_TIME_CHARGE"]), .action(.cancel(.purchase(customer: "ann"))),
                .expectError("invalidProductType"),
            ])
    }

    static let mistakes: [(String, ScenarioError)] = [
        (#"{"stepz": []}"#, .unknownKey(path: "", key: "stepz", nearest: "steps")),
        (#"{}"#, .missing(path: "steps", expected: "an array of steps")),
        (#"[]"#, .unexpected(path: "", expected: "an object", found: "an array")),
        (
            #"{"steps": [{"advance": "P1M", "expectError": "x"}]}"#,
            .unexpected(
                path: "steps[0]",
                expected: "one of do, advance, advanceTo, settings, expect, expectNotifications, expectError",
                found: "advance and expectError")
        ),
        (
            #"{"steps": [{"expct": {}}]}"#, .unknownKey(path: "steps[0]", key: "expct", nearest: "expect")
        ),
        (
            #"{"steps": [{"do": "by"}]}"#,
            .action(path: "steps[0]", .unknownAction("by", nearest: "buy"))
        ),
        (
            #"{"steps": [{"settings": {"graceDay": 3}}]}"#,
            .unknownKey(path: "steps[0].settings", key: "graceDay", nearest: "graceDays")
        ),
        (
            #"{"steps": [{"settings": {"graceDays": "many"}}]}"#,
            .unexpected(path: "steps[0].settings.graceDays", expected: "a whole number", found: "\"many\"")
        ),
        (
            #"{"steps": [{"expect": {"customer": "ann"}}]}"#,
            .missing(path: "steps[0].expect.entitled", expected: "what is expected")
        ),
        (
            #"{"steps": [{"expect": {"entitled": true}}]}"#,
            .missing(path: "steps[0].expect.customer", expected: "the name of a customer")
        ),
        (
            #"{"steps": [{"expectNotifications": ["DID_RENEWW"]}]}"#,
            .unexpected(
                path: "steps[0].expectNotifications[0]", expected: "DID_RENEW", found: "\"DID_RENEWW\"")
        ),
        (#"{"steps": [{"expectError": "invalidAction"}]}"#, .nothingToFail(path: "steps[0].expectError")),
        (
            #"{"products": {"groups": [{"nam": "Pro"}]}, "steps": []}"#,
            .products(
                path: "products", .unknownKey(path: "groups[0]", key: "nam", nearest: "name"))
        ),
        (
            #"{"products": {"products": []}, "configuration": "a.storekit", "steps": []}"#,
            .unexpected(path: "configuration", expected: "absent beside products", found: "a value")
        ),
        (
            #"{"environment": "Moon", "steps": []}"#,
            .unexpected(
                path: "environment", expected: "one of Production, Sandbox, Xcode, LocalTesting", found: "\"Moon\"")
        ),
    ]

    @Test("A mistake is told with its place", arguments: mistakes)
    func mistake(_ text: String, _ error: ScenarioError) {
        #expect(throws: error) { try read(text) }
    }
}
