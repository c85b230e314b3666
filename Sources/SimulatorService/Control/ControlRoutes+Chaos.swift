internal import HTTPServing
internal import StrictJSON

extension ControlRoutes {
    private static let names = ["seed", "error", "limit", "slow", "longestDelay"]
    /// An answer that is later than that would only ever be a timeout.
    private static let latest: Int64 = 600_000

    static let chaos: [Route] = [
        route(
            "setServerAPIChaos", "PUT", "/control/v1/server-api-chaos",
            "Lets answers of the Server API go wrong at random, or with {} no longer.",
            details:
                "error is the chance, from 0 to 1, of an error that passes, limit that of an answer as if the limit were "
                + "exceeded, slow that of one that comes late, by longestDelay milliseconds of real time at most.",
            body: [
                "type": "object",
                "properties": [
                    "seed": ["type": "integer", "minimum": 0, "default": 1], "error": ["type": "number"],
                    "limit": ["type": "number"], "slow": ["type": "number"],
                    "longestDelay": ["type": "integer", "minimum": 0, "default": 1000],
                ],
            ]
        ) { store, request throws(ControlProblem) in
            let body = try object(request, known: names)
            var chaos = ServerAPIChaos(seed: 1)
            var isEmpty = true
            for (name, value) in body.members {
                isEmpty = false
                switch name {
                case "seed":
                    guard let seed = value.integer, seed >= 0 else {
                        throw .body("seed must be a whole number from 0")
                    }
                    chaos.seed = UInt64(seed)
                case "longestDelay":
                    guard let delay = value.integer, (0...latest).contains(delay) else {
                        throw .body("longestDelay must be milliseconds, up to \(latest)")
                    }
                    chaos.longestDelay = delay
                case "error": chaos.error = try chance(name, value)
                case "limit": chaos.limit = try chance(name, value)
                default: chaos.slow = try chance(name, value)
                }
            }
            store.setChaos(isEmpty ? nil : chaos)
            return ["chaos": isEmpty ? .null : chaos.json]
        }
    ]

    private static func chance(_ name: String, _ value: JSONNode) throws(ControlProblem) -> Double {
        guard let text = value.number?.text, let chance = Double(text), (0...1).contains(chance) else {
            throw .body("\(name) must be a chance from 0 to 1")
        }
        return chance
    }
}

extension ServerAPIChaos {
    /// The settings by their names.
    var json: JSONValue {
        func number(_ chance: Double) -> JSONValue {
            JSONNumber(text: "\(chance)").map(JSONValue.number) ?? .null
        }
        return [
            "seed": .integer(seed), "error": number(error), "limit": number(limit), "slow": number(slow),
            "longestDelay": .integer(longestDelay),
        ]
    }
}
