internal import AppStoreModels
internal import HTTPServing
internal import OpenSSLCrypto
internal import StoreSimulator
internal import StrictJSON

extension ControlRoutes {
    private static let chances = ["drop", "duplicate", "reorder", "delay", "burst", "slow", "disconnect"]

    static let delivery: [Route] = [
        route("delivery", "GET", "/control/v1/delivery", "Shows where notifications go, and the latest attempts.") {
            store, _ in await state(store)
        },
        route(
            "setDelivery", "PUT", "/control/v1/delivery",
            "Sends the notifications from now on to a server, or with null to none.",
            details:
                "chaos has a seed, chances from 0 to 1 by the names drop, duplicate, reorder, delay, burst, slow and "
                + "disconnect, and longestDelay in milliseconds. Attempts that wait for another server are dropped.",
            body: [
                "type": "object", "required": ["url"],
                "properties": ["url": ["type": ["string", "null"]], "chaos": ["type": "object"]],
            ], success: "The delivery as it is now."
        ) { store, request throws(ControlProblem) in
            let body = try object(request, known: ["url", "chaos"])
            guard let node = body["url"], node.isNull || node.string != nil else {
                throw .body("url must be a string or null")
            }
            let chaos = try chaos(body["chaos"])
            do throws(SessionError) { try await store.delivery.setServer(node.string, chaos: chaos) } catch {
                throw ControlProblem(error)
            }
            return await state(store)
        },
    ]

    private static func chaos(_ node: JSONNode?) throws(ControlProblem) -> DeliveryChaos? {
        guard let node, !node.isNull else { return nil }
        guard node.kind == .object else { throw .body("chaos must be an object") }
        var chaos = DeliveryChaos(seed: 1)
        for (name, value) in node.members {
            switch name {
            case "seed":
                guard let seed = value.integer, seed >= 0 else { throw .body("seed must be a whole number from 0") }
                chaos.seed = UInt64(seed)
            case "longestDelay":
                guard let delay = value.integer, delay >= 0 else { throw .body("longestDelay must be milliseconds") }
                chaos.longestDelay = delay
            default:
                guard chances.contains(name) else {
                    throw .body("chaos has no \"\(name.prefix(80))\"; there are \(chances.joined(separator: ", "))")
                }
                guard let text = value.number?.text, let chance = Double(text), (0...1).contains(chance) else {
                    throw .body("\(name) must be a chance from 0 to 1")
                }
                chaos.set(name, chance)
            }
        }
        return chaos
    }

    private static func state(_ store: ServedStore) async -> JSONValue {
        [
            "url": .optional(store.delivery.url), "chaos": store.delivery.chaos?.json ?? .null,
            "waiting": .integer(await store.delivery.waiting()),
            "attempts": .array(store.delivery.recentAttempts.map(\.json)),
        ]
    }

    static let keys: [Route] = [
        route(
            "credentials", "GET", "/control/v1/credentials",
            "Hands out what clients of the Server API sign their tokens with; worthless anywhere else."
        ) { store, _ throws(ControlProblem) in
            let credentials = store.credentials
            do throws(OpenSSLError) {
                return [
                    "keyId": .string(credentials.keyID), "issuerId": .string(credentials.issuerID),
                    "bundleId": .string(credentials.bundleID), "privateKey": .string(try credentials.key.pem()),
                    "appAppleId": .integer(store.session.app.appAppleId),
                    "environment": .string(store.session.app.environment.rawValue),
                ]
            } catch {
                throw ControlProblem(500, "simulator.defect", "\(error)")
            }
        },
        Route(
            id: "root", tag: "Control", method: "GET", path: "/control/v1/root.pem",
            summary: "Hands out the certificates that a verifier must trust.",
            success: Route.Success(
                description: "PEM.", schema: ["type": "string"], contentType: "application/x-pem-file")
        ) { store, _ in
            var answer = ServiceAnswer(status: 200)
            answer.body = Array(store.session.trustAnchors.map(\.pem).joined().utf8)
            answer.contentType = "application/x-pem-file"
            return answer
        },
    ]
}

extension DeliveryChaos {
    fileprivate mutating func set(_ name: String, _ chance: Double) {
        switch name {
        case "drop": drop = chance
        case "duplicate": duplicate = chance
        case "reorder": reorder = chance
        case "delay": delay = chance
        case "burst": burst = chance
        case "slow": slow = chance
        default: disconnect = chance
        }
    }

    /// The chances by their names.
    fileprivate var json: JSONValue {
        func number(_ chance: Double) -> JSONValue {
            JSONNumber(text: "\(chance)").map(JSONValue.number) ?? .null
        }
        return [
            "seed": .integer(seed), "drop": number(drop), "duplicate": number(duplicate), "reorder": number(reorder),
            "delay": number(delay), "longestDelay": .integer(longestDelay), "burst": number(burst),
            "slow": number(slow), "disconnect": number(disconnect),
        ]
    }
}
