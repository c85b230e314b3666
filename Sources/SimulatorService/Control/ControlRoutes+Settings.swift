internal import HTTPServing
internal import StoreSimulator
internal import StrictJSON

extension ControlRoutes {
    /// Settings of the app on a device; the others are the store's.
    private static let deviceSettings = ["locale", "disableDialogs", "failTransactionsEnabled"]

    static let settings: [Route] = [
        route("settings", "GET", "/control/v1/settings", "Shows the settings.") { store, _ throws(ControlProblem) in
            try values(store)
        },
        route(
            "changeSettings", "PATCH", "/control/v1/settings", "Changes settings; those not named stay.",
            body: ["type": "object"], success: "All settings.", problems: [409]
        ) { store, request throws(ControlProblem) in
            let body: JSONNode
            do throws(JSONError) { body = try JSONDocument(parsing: request.body).root } catch {
                throw .body("the body is not JSON: \(error)")
            }
            guard body.kind == .object else { throw .body("the body must be a JSON object") }
            // Everything is read before the first change.
            var changes: [StoreAction] = []
            for (name, value) in body.members {
                if deviceSettings.contains(name) {
                    try checkDevice(name, value)
                } else {
                    changes.append(try change(name, value))
                }
            }
            do throws(SessionError) {
                for change in changes { try store.session.perform(change) }
            } catch {
                throw ControlProblem(error)
            }
            for (name, value) in body.members { changeDevice(store.session, name, value) }
            return try values(store)
        },
    ]

    private static func change(_ name: String, _ value: JSONNode) throws(ControlProblem) -> StoreAction {
        let action: JSONValue = ["do": "setSetting", "name": .string(name), "value": .node(value)]
        do throws(StoreActionError) { return try StoreAction(parsing: JSONWriter().bytes(action)) } catch {
            // The setting is named by a member here, where the action has a name and a value.
            if case .invalidValue("value", let expected) = error {
                throw .body("\"\(name.prefix(80))\" must be \(expected)")
            }
            let names = (SettingChange.names + deviceSettings).joined(separator: ", ")
            throw .body("no setting is called \"\(name.prefix(80))\"; there are \(names)")
        }
    }

    private static func checkDevice(_ name: String, _ value: JSONNode) throws(ControlProblem) {
        if name == "locale" {
            guard value.string != nil else { throw .body("locale must be a string") }
        } else {
            guard value.boolean != nil else { throw .body("\(name) must be true or false") }
        }
    }

    private static func changeDevice(_ session: SimulatorSession, _ name: String, _ value: JSONNode) {
        switch name {
        case "locale": session.locale = value.string ?? session.locale
        case "disableDialogs": session.disableDialogs = value.boolean ?? false
        case "failTransactionsEnabled": session.failTransactionsEnabled = value.boolean ?? false
        default: break
        }
    }

    private static func values(_ store: ServedStore) throws(ControlProblem) -> JSONValue {
        let session = store.session
        let settings: WorldSettings
        do throws(SessionError) {
            settings = try session.inspect { world throws(SessionError) in world.settings }
        } catch {
            throw ControlProblem(error)
        }
        return [
            "timeRate": .string(String(describing: settings.timeRate)),
            "storefront": .string(settings.storefront.countryCode),
            "askToBuyEnabled": .boolean(settings.askToBuyEnabled),
            "interruptedPurchasesEnabled": .boolean(settings.interruptedPurchasesEnabled),
            "shouldEnterBillingRetryOnRenewal": .boolean(settings.shouldEnterBillingRetryOnRenewal),
            "billingGracePeriodIsEnabled": .boolean(settings.billingGracePeriodIsEnabled),
            "graceDays": .optional(settings.graceDays.map(Int64.init)),
            "omitsGraceDate": .boolean(settings.omitsGraceDate), "renewalLead": .integer(settings.renewalLead),
            "renewalLimit": .optional(settings.renewalLimit.map(Int64.init)),
            "locale": .string(session.locale), "disableDialogs": .boolean(session.disableDialogs),
            "failTransactionsEnabled": .boolean(session.failTransactionsEnabled),
        ]
    }
}
