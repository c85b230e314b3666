internal import AppStoreModels
internal import StoreKitConfiguration
internal import StoreSimulator
internal import StrictJSON

extension Scenario {
    /// How many bytes a scenario may have.
    package static let maximumBytes = 4 << 20
    /// How many steps a scenario may have.
    package static let maximumSteps = 10_000

    private static let keys = [
        "name", "purpose", "start", "seed", "environment", "bundleId", "products", "configuration", "settings",
        "steps",
    ]

    /// Reads a scenario; a key that it does not have is an error.
    ///
    /// ```json
    /// {
    ///   "name": "grace", "purpose": "a payment fails and recovers",
    ///   "settings": {"billingGracePeriodIsEnabled": true},
    ///   "steps": [
    ///     {"do": "buy", "customer": "ann", "product": "pro.monthly"},
    ///     {"do": "paymentFails", "customer": "ann"},
    ///     {"advance": "P31D"},
    ///     {"expect": {"customer": "ann", "entitled": true, "state": "gracePeriod"}},
    ///     {"expectNotifications": ["SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD"]}
    ///   ]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The scenario, UTF-8.
    ///   - fallback: The name where the scenario has none.
    /// - Throws: ``ScenarioError`` for the first thing that is wrong.
    package init(parsing bytes: [UInt8], name fallback: String = "scenario") throws(ScenarioError) {
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(parsing: bytes, limits: JSONLimits(maximumBytes: Scenario.maximumBytes)).root
        } catch {
            throw .json(error)
        }
        let object = try ScenarioObject(root, at: "", keys: Scenario.keys)
        name = try object.text("name") ?? fallback
        purpose = try object.text("purpose") ?? ""
        start = try object.instant("start") ?? SessionOptions.defaultStart
        guard StoreWorld.dates.contains(start) else {
            throw .unexpected(path: "start", expected: "in the years 1970 to 9999", found: "\(start)")
        }
        seed = UInt64(try object.integer("seed") ?? 1)
        let environments = AppStoreModels.Environment.known.map(\.rawValue)
        environment = AppStoreModels.Environment(
            rawValue: try object.choice("environment", among: environments) ?? "Sandbox")
        bundleId = try object.text("bundleId")
        products = try Scenario.products(object)
        steps = []
        if let settings = object.node["settings"] {
            steps.append(.settings(try ScenarioStep.settings(settings, at: "settings")))
        }
        guard let elements = try object.elements("steps") else {
            throw .missing(path: "steps", expected: "an array of steps")
        }
        guard elements.count <= Scenario.maximumSteps else {
            throw .unexpected(
                path: "steps", expected: "at most \(Scenario.maximumSteps) steps", found: "\(elements.count)")
        }
        for (place, element) in elements.enumerated() {
            let step = try ScenarioStep(element, at: "steps[\(place)]")
            if case .expectError = step, place == 0 || !(steps.last?.canFail ?? false) {
                throw .nothingToFail(path: "steps[\(place)].expectError")
            }
            steps.append(step)
        }
    }

    private static func products(_ object: ScenarioObject) throws(ScenarioError) -> Products {
        let path = try object.text("configuration")
        guard let node = object.node["products"] else {
            if let path { return .file(path) }
            return .inline(try configuration(Array(ExampleStore.shortForm.utf8)))
        }
        guard path == nil else {
            throw .unexpected(path: "configuration", expected: "absent beside products", found: "a value")
        }
        guard node.kind == .object else { throw object.wrong("products", node, "an object of the short form") }
        return .inline(try configuration(Array(node.source)))
    }

    private static func configuration(_ bytes: [UInt8]) throws(ScenarioError) -> StoreConfiguration {
        do throws(StoreConfigurationError) {
            return try StoreConfiguration(parsingShortForm: bytes)
        } catch {
            throw .products(path: "products", error)
        }
    }
}
