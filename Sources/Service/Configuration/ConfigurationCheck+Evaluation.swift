internal import AppStoreModels
internal import EntitlementStorage
internal import Entitlements

extension ConfigurationCheck {
    mutating func evaluationConfiguration() -> EvaluationConfiguration {
        var configuration = EvaluationConfiguration()
        for (product, names) in (settings.entitlements ?? [:]).sorted(by: { $0.key < $1.key }) {
            let setting = "entitlements.\(product.prefix(80))"
            if names.isEmpty { note(setting, "names no entitlement") }
            if names.contains(where: \.isEmpty) { note(setting, "has an empty name") }
            if Set(names).count < names.count { note(setting, "has the same name twice") }
            configuration.entitlementNames[product] = names
        }
        for (product, text) in (settings.nonRenewingDurations ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let duration = CalendarDuration(iso8601: text) else {
                note(
                    "nonRenewingDurations.\(product.prefix(80))", "\"\(text.prefix(40))\" is no ISO 8601 duration",
                    hint: "write P1M, P2W, P90D or P1Y")
                continue
            }
            configuration.nonRenewingDurations[product] = duration
        }
        if let seconds = seconds(days: settings.graceCapDays, "graceCapDays") {
            configuration.graceCapSeconds = seconds
        }
        if let seconds = seconds(days: settings.weeklyGraceCapDays, "weeklyGraceCapDays") {
            configuration.weeklyGraceCapSeconds = seconds
        }
        if let text = settings.partialRevocation {
            let known = EvaluationConfiguration.PartialRevocationPolicy.allCases.map(\.rawValue)
            if let policy = EvaluationConfiguration.PartialRevocationPolicy(rawValue: text) {
                configuration.partialRevocation = policy
            } else {
                note(
                    "partialRevocation", "\"\(text.prefix(80))\" is no policy",
                    hint: "write \(known.joined(separator: " or "))")
            }
        }
        return configuration
    }

    mutating func eventRules(_ configuration: EvaluationConfiguration) -> EventRules {
        var rules = EventRules(configuration: configuration)
        guard let text = settings.eventClock else { return rules }
        if let clock = EventRules.Clock(rawValue: text) {
            rules.clock = clock
        } else {
            note("eventClock", "\"\(text.prefix(80))\" is no clock", hint: "write now or signed")
        }
        if rules.clock == .signed {
            warn(
                "eventClock", "tells changes by the time of signing, and never that time alone ended access",
                hint: "leave it out, except where a test's store lives in another time")
        }
        return rules
    }

    private mutating func seconds(days: Int64?, _ setting: String) -> Int64? {
        guard let days else { return nil }
        guard (0...365).contains(days) else {
            note(setting, "is \(days), not from 0 to 365 days")
            return nil
        }
        return days * 86_400
    }
}
