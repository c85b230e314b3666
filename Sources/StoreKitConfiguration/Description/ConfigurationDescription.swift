import AppStoreModels

/// A configuration in plain words, line by line, for a person.
///
/// Everything is printable ASCII; other letters are written as `\u{...}`.
public struct ConfigurationDescription: Hashable, Sendable {
    /// The lines, without line breaks.
    public let lines: [String]

    /// Describes a configuration: groups by level, products, settings that are not the defaults, and what was ignored.
    ///
    /// - Parameters:
    ///   - configuration: What to describe.
    ///   - includesNotes: Whether what was ignored stands at the end.
    public init(_ configuration: StoreConfiguration, includesNotes: Bool = true) {
        var lines = [ConfigurationDescription.title(of: configuration)]
        for group in configuration.groups { lines += [""] + ConfigurationDescription.lines(of: group) }
        let others = configuration.products + configuration.nonRenewing
        if !others.isEmpty {
            lines += ["", "products"] + others.map { "  " + ConfigurationDescription.line(of: $0) }
        }
        if configuration.allProducts.isEmpty { lines += ["", "no products"] }
        lines += ["", "settings"] + ConfigurationDescription.lines(of: configuration.settings).map { "  " + $0 }
        if let key = configuration.offersKey { lines.append("  offers are signed with key \(shown(key.id))") }
        if includesNotes, !configuration.notes.isEmpty {
            lines += ["", "ignored or defaulted"]
            lines += configuration.notes.map { "  \(PlainText.escaped("\($0)", limit: 400))" }
        }
        self.lines = lines
    }

    private static func title(of configuration: StoreConfiguration) -> String {
        let name = configuration.identifier.isEmpty ? "" : " \(shown(configuration.identifier))"
        let version = configuration.version.map { ", version \($0)" } ?? ""
        let app = configuration.bundleID.map { ", for \(shown($0))" } ?? ""
        guard configuration.isSynchronized else { return "configuration\(name)\(version)\(app)" }
        let moment = configuration.lastSynchronized.map { " on \($0)" } ?? ""
        return "configuration\(name)\(version)\(app), synchronized with App Store Connect\(moment), read-only"
    }

    private static func lines(of group: ConfiguredGroup) -> [String] {
        var lines = ["group \(shown(group.name)) (\(shown(group.id)))"]
        var byLevel: [Int: [ConfiguredProduct]] = [:]
        for product in group.subscriptions { byLevel[product.subscription?.level ?? 0, default: []].append(product) }
        for (level, products) in byLevel.sorted(by: { $0.key < $1.key }) {
            lines.append("  level \(level)")
            for product in products {
                lines.append("    " + line(of: product))
                for offer in product.subscription?.offers ?? [] {
                    lines.append("      \(OfferWords.name(of: offer)): \(OfferWords.terms(of: offer, on: product))")
                }
                for plan in product.subscription?.billingPlans ?? [] where plan.type != .billedUpfront {
                    lines.append("      " + line(of: plan))
                }
            }
        }
        return group.subscriptions.isEmpty ? lines + ["  no subscriptions"] : lines
    }

    private static func line(of plan: ConfiguredBillingPlan) -> String {
        let each = plan.type == .monthly ? "each month" : shown(plan.type.rawValue)
        return "billing plan: \(plan.price) \(each), \(plan.commitmentPrice) for the whole commitment"
            + (plan.isEnabled ? "" : ", not enabled")
    }

    private static func line(of product: ConfiguredProduct) -> String {
        let terms: String
        switch product.type {
        case .consumable: terms = "consumable, \(product.price)"
        case .nonConsumable: terms = "non-consumable, \(product.price)"
        case .nonRenewingSubscription: terms = "non-renewing, \(product.price)"
        default: terms = "\(product.price) \(product.subscription?.period.everyWords ?? "once")"
        }
        return "\(shown(product.productID)): \(terms)\(product.isFamilyShareable ? ", shared with family" : "")"
    }

    private static func lines(of settings: ConfiguredSettings) -> [String] {
        var lines = ["storefront \(shown(settings.storefront)), locale \(shown(settings.locale))"]
        lines.append(settings.timeRate == 0 ? "renewals in real time" : "renewal rate \(settings.timeRate)")
        if settings.askToBuy { lines.append("purchases wait for a parent (Ask to Buy)") }
        if settings.interruptedPurchases { lines.append("purchases are interrupted") }
        if settings.billingRetryOnRenewal { lines.append("renewals fail and are retried") }
        if settings.billingGracePeriod {
            lines.append(
                "billing grace period" + (settings.billingRetryOnRenewal ? "" : ", idle while renewals do not fail"))
        }
        if settings.disableDialogs { lines.append("no dialogs") }
        if settings.failTransactions { lines.append("transactions fail") }
        for error in settings.storeKitErrors where error.isEnabled {
            lines.append("\(shown(error.name)) fails\(error.current.map { " with \(shown($0))" } ?? "")")
        }
        return lines
    }
}

extension ConfigurationDescription: CustomStringConvertible {
    /// The lines, each ended by a line break.
    public var description: String { lines.map { $0 + "\n" }.joined() }
}

/// Text of the file, fit to be shown.
private func shown(_ text: String) -> String { PlainText.escaped(text) }
