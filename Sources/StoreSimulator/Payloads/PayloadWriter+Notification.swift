internal import AppStoreModels

extension PayloadWriter {
    func write(_ notification: SimulatedNotification, parts: SignedParts, into buffer: inout PayloadBuffer) {
        buffer.object { out in
            out.string("notificationType", notification.type.rawValue)
            out.string("subtype", notification.subtype?.rawValue)
            out.string("notificationUUID", notification.id)
            switch notification.content {
            case .data(let data): write(data, parts: parts, into: &out)
            case .summary(let summary): write(summary, into: &out)
            case .externalPurchaseToken(let purchase): write(purchase, into: &out)
            case .appData:
                out.object("appData") { out in
                    if namesAppleId { out.integer("appAppleId", app.appAppleId) }
                    out.string("bundleId", app.bundleId)
                    out.string("environment", app.environment.rawValue)
                    out.plain("signedAppTransactionInfo", parts.appTransaction)
                }
            }
            out.string("version", "2.0")
            out.moment(
                "signedDate", notification.signedDate,
                isXcode ? MillisecondFraction(of: notification.signedDate) : .none)
        }
    }

    /// Whether the containers of notifications name the app's Apple id.
    private var namesAppleId: Bool { app.environment == .production || settings.namesAppleIdOutsideProduction }

    private func write(_ data: SimulatedNotification.Data, parts: SignedParts, into out: inout PayloadBuffer) {
        // A test notification is about nothing; in the sandbox it holds these two fields and no more.
        let isTest = data.transaction == nil && data.renewalInfo == nil
        out.object("data") { out in
            if isTest ? app.environment == .production : namesAppleId { out.integer("appAppleId", app.appAppleId) }
            out.string("bundleId", app.bundleId)
            if !isTest { out.string("bundleVersion", app.bundleVersion) }
            out.string("environment", app.environment.rawValue)
            out.plain("signedTransactionInfo", parts.transaction)
            out.plain("signedRenewalInfo", parts.renewalInfo)
            if data.renewalInfo != nil || data.transaction?.productType == .autoRenewableSubscription {
                out.integer("status", data.status?.rawValue)
            }
            out.string("consumptionRequestReason", data.consumptionRequestReason?.rawValue)
        }
    }

    private func write(_ summary: SimulatedNotification.Summary, into out: inout PayloadBuffer) {
        out.object("summary") { out in
            out.string("environment", app.environment.rawValue)
            if namesAppleId { out.integer("appAppleId", app.appAppleId) }
            out.string("bundleId", app.bundleId)
            out.string("productId", summary.productID)
            out.string("requestIdentifier", summary.requestIdentifier)
            out.strings("storefrontCountryCodes", summary.storefrontCountryCodes)
            out.integer("succeededCount", summary.succeededCount)
            out.integer("failedCount", summary.failedCount)
        }
    }

    private func write(_ purchase: SimulatedNotification.ExternalPurchase, into out: inout PayloadBuffer) {
        // The prefix is the only place where the environment shows.
        let prefix = "SANDBOX"
        let needsPrefix = app.environment != .production && !purchase.id.hasPrefix(prefix)
        out.object("externalPurchaseToken") { out in
            out.string("externalPurchaseId", needsPrefix ? "\(prefix)_\(purchase.id)" : purchase.id)
            out.moment("tokenCreationDate", purchase.creationDate)
            out.integer("appAppleId", app.appAppleId)
            out.string("bundleId", app.bundleId)
            out.string("tokenType", purchase.type?.rawValue)
            out.moment("tokenExpirationDate", purchase.expirationDate)
        }
    }
}
