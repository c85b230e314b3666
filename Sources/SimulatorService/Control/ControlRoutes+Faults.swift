internal import AppStoreModels
internal import HTTPServing
internal import StoreSimulator
internal import StrictJSON

extension ControlRoutes {
    static let faults: [Route] =
        [
            route(
                "endpoints", "GET", "/control/v1/endpoints",
                "Lists the endpoints of the Server API, their errors and limits."
            ) {
                store, _ in
                let (errors, limits) = (store.endpointErrors, store.rateLimits)
                return [
                    "chaos": store.chaos?.json ?? .null,
                    "endpoints": .array(
                        ServerEndpoint.allCases.map { endpoint in
                            let counts = store.requestCounts(of: endpoint)
                            return [
                                "name": .string(endpoint.rawValue), "method": .string(endpoint.method),
                                "path": .string(endpoint.path.description),
                                "error": errors[endpoint].map(json) ?? .null,
                                "limit": limits[endpoint].map(json) ?? .null,
                                "requests": .integer(counts.all), "requestsAboveLimit": .integer(counts.aboveLimit),
                                "requestsPerSecondInProduction": .integer(endpoint.requestsPerSecond),
                            ]
                        }),
                ]
            },
            route(
                "setEndpointError", "PUT", "/control/v1/endpoint-errors/{endpoint}",
                "Makes an endpoint of the Server API answer an error.",
                details: "Without times it does until the error is taken back.",
                body: [
                    "type": "object", "required": ["code"],
                    "properties": ["code": ["type": "integer"], "times": ["type": "integer", "minimum": 1]],
                ], problems: [404]
            ) { store, request throws(ControlProblem) in
                let endpoint = try endpoint(request)
                let body = try object(request, known: ["code", "times"])
                guard let code = body["code"]?.integer, (4_000_000...5_999_999).contains(code) else {
                    throw .body("code must be a number of Apple's such as 4040010")
                }
                let times = body["times"].flatMap { $0.isNull ? nil : $0 }
                if let times {
                    guard let number = times.integer, (1...1_000_000).contains(number) else {
                        throw .body("times must be from 1 to 1000000")
                    }
                }
                let error = ServedStore.EndpointError(
                    code: ServerAPIErrorCode(rawValue: Int(code)), times: (times?.integer).map { Int($0) })
                store.setError(error, of: endpoint)
                return json(error)
            },
            route(
                "removeEndpointError", "DELETE", "/control/v1/endpoint-errors/{endpoint}", "Takes an error back.",
                schema: nil, problems: [404]
            ) { store, request throws(ControlProblem) in
                store.setError(nil, of: try endpoint(request))
                return nil
            },
            route(
                "setRateLimit", "PUT", "/control/v1/rate-limits/{endpoint}", "Limits an endpoint of the Server API.",
                details: "Windows are of real time; Apple's are an hour.",
                body: [
                    "type": "object", "required": ["requests"],
                    "properties": [
                        "requests": ["type": "integer", "minimum": 0],
                        "window": ["type": "integer", "minimum": 1, "default": 3_600_000],
                    ],
                ], problems: [404]
            ) { store, request throws(ControlProblem) in
                let endpoint = try endpoint(request)
                let body = try object(request, known: ["requests", "window"])
                guard let requests = body["requests"]?.integer, (0...1_000_000_000).contains(requests) else {
                    throw .body("requests must be a whole number from 0")
                }
                let window = body["window"] == nil ? 3_600_000 : body["window"]?.integer ?? 0
                guard (1...31_536_000_000).contains(window) else {
                    throw .body("window must be a number of milliseconds, up to a year")
                }
                let limit = RateLimiter.Limit(requests: Int(requests), window: window)
                store.setLimit(limit, of: endpoint)
                return json(limit)
            },
            route(
                "removeRateLimit", "DELETE", "/control/v1/rate-limits/{endpoint}", "Takes a limit away.", schema: nil,
                problems: [404]
            ) { store, request throws(ControlProblem) in
                store.setLimit(nil, of: try endpoint(request))
                return nil
            },
            route(
                "setAllRateLimits", "PUT", "/control/v1/rate-limits", "Limits every endpoint as Apple does, or none.",
                details: "The numbers are those of the store's environment: the sandbox has a tenth of Production.",
                body: [
                    "type": "object", "required": ["limits"], "properties": ["limits": ["enum": ["apple", "none"]]],
                ]
            ) { store, request throws(ControlProblem) in
                let body = try object(request, known: ["limits"])
                guard let word = body["limits"]?.string, ["apple", "none"].contains(word) else {
                    throw .body("limits must be apple or none")
                }
                for endpoint in ServerEndpoint.allCases {
                    store.setLimit(
                        word == "apple" ? endpoint.limit(in: store.session.app.environment) : nil, of: endpoint)
                }
                return ["limits": .string(word)]
            },
        ] + chaos + storeKitErrors

    private static let storeKitErrors: [Route] = [
        route(
            "setStoreKitError", "PUT", "/control/v1/storekit-errors/{api}", "Makes a call of StoreKit fail.",
            details: "The body names one error, such as {\"generic\": \"networkError\"}.", body: ["type": "object"],
            problems: [404, 409]
        ) { store, request throws(ControlProblem) in
            let api = try storeKitCall(request)
            let body = try object(request, known: ["generic", "purchase", "refundRequest", "verification"])
            guard let failure = SimulatedFailure(body) else {
                throw .body("name one error by its kind, such as {\"generic\": \"networkError\"}")
            }
            do throws(SessionError) { try await store.session.setSimulatedError(failure, forAPI: api) } catch {
                throw ControlProblem(error)
            }
            return .node(body)
        },
        route(
            "removeStoreKitError", "DELETE", "/control/v1/storekit-errors/{api}", "Lets a call of StoreKit work again.",
            schema: nil, problems: [404]
        ) { store, request throws(ControlProblem) in
            let api = try storeKitCall(request)
            do throws(SessionError) { try await store.session.setSimulatedError(nil, forAPI: api) } catch {
                throw ControlProblem(error)
            }
            return nil
        },
        route(
            "setFault", "PUT", "/control/v1/fault", "Breaks a rule of signing in all notifications from now on.",
            details: "fault names one of the faults of the command sign, or is null for none.",
            body: ["type": "object", "required": ["fault"], "properties": ["fault": ["type": ["string", "null"]]]]
        ) { store, request throws(ControlProblem) in
            let body = try object(request, known: ["fault"])
            guard let node = body["fault"] else { throw .body("fault is missing") }
            guard !node.isNull else {
                store.session.signingFault = nil
                return ["fault": nil]
            }
            guard let fault = node.string.flatMap(SigningFault.init(rawValue:)) else {
                let list = SigningFault.allCases.map(\.rawValue).joined(separator: ", ")
                throw .body("no such fault; there are \(list)")
            }
            store.session.signingFault = fault
            return ["fault": .string(fault.rawValue)]
        },
        route(
            "changeLeaf", "POST", "/control/v1/leaf", "Signs with a new leaf from now on.", schema: nil,
            problems: [409]
        ) { store, _ throws(ControlProblem) in
            do throws(SessionError) { try store.session.changeLeaf() } catch {
                if case .certificates = error {
                    throw ControlProblem(409, "action.refused", error.description)
                }
                throw ControlProblem(error)
            }
            return nil
        },
    ]

    private static func storeKitCall(_ request: ServiceRequest) throws(ControlProblem) -> SimulatedAPI {
        let name = request[value: "api"]
        guard let api = SimulatedAPI(rawValue: name) else {
            let list = SimulatedAPI.allCases.map(\.rawValue).joined(separator: ", ")
            throw .missing("no call is named \"\(name.prefix(80))\"; there are \(list)")
        }
        return api
    }

    private static func json(_ error: ServedStore.EndpointError) -> JSONValue {
        ["code": .integer(error.code.rawValue), "times": .optional(error.times.map(Int64.init))]
    }

    private static func json(_ limit: RateLimiter.Limit) -> JSONValue {
        ["requests": .integer(limit.requests), "window": .integer(limit.window)]
    }
}

extension SimulatedFailure {
    /// Reads the one member of an object that names a kind and an error.
    fileprivate init?(_ body: JSONNode) {
        let members = body.members.map(\.self)
        guard members.count == 1, let member = members.first, let name = member.value.string else { return nil }
        switch member.name {
        case "generic":
            guard let error = StoreKitError(rawValue: name) else { return nil }
            self = .generic(error)
        case "purchase":
            guard let error = PurchaseError(rawValue: name) else { return nil }
            self = .purchase(error)
        case "refundRequest":
            guard let error = RefundRequestError(rawValue: name) else { return nil }
            self = .refundRequest(error)
        case "verification":
            guard let error = VerificationError(rawValue: name) else { return nil }
            self = .verification(error)
        default: return nil
        }
    }
}
